// The form of a sentence for a number, in languages with two forms and with more. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { pluralForm } = await load("plurals.ts");
const formsOf = (forms, lang, numbers) => numbers.map((n) => pluralForm(forms, lang, n));

test("French counts none as one", () => {
    const forms = { one: "carte", other: "cartes" };
    assert.deepEqual(formsOf(forms, "fr", [0, 1, 2, 21]), ["carte", "carte", "cartes", "cartes"]);
    assert.deepEqual(formsOf(forms, "en", [0, 1, 2]), ["cartes", "carte", "cartes"]);
});

test("Polish has four forms", () => {
    const forms = { one: "karta", few: "karty", many: "kart", other: "karty (ułamek)" };
    const numbers = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 1.5];
    const [one, few, many, other] = ["karta", "karty", "kart", "karty (ułamek)"];
    assert.deepEqual(formsOf(forms, "pl", numbers), [many, one, few, few, many, many, many, many, few, many, other]);
});

test("a form that is not there is the other one", () => {
    // French has a form of its own for whole millions.
    assert.equal(pluralForm({ one: "carte", other: "cartes" }, "fr", 1_000_000), "cartes");
    assert.equal(pluralForm({ other: "karty" }, "pl", 5), "karty");
});
