// The shortcuts of the table: when a key is one, and how it gets another.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { load } from "./modules.mjs";

globalThis.Element ??= class Element {};
globalThis.matchMedia ??= () => ({ matches: false });
const keys = await load("board/keys.ts");
const { settings } = await load("settings.svelte.ts");
const press = (key, more = {}) => ({ key, target: null, ...more });
const named = (id) => keys.SHORTCUTS.find((each) => each.id === id);

afterEach(() => {
    settings.shortcuts = false;
    keys.usualKeys();
});

test("no id and no usual key is there twice", () => {
    for (const what of ["id", "key"]) {
        const all = keys.SHORTCUTS.map((each) => each[what]);
        assert.equal(new Set(all).size, all.length);
    }
});

test("letters do nothing until they are switched on; the help always opens", () => {
    for (const { id, key, always } of keys.SHORTCUTS) assert.equal(keys.shortcutOf(press(key)), always ? id : null);
    settings.shortcuts = true;
    for (const { id, key } of keys.SHORTCUTS) assert.equal(keys.shortcutOf(press(key.toUpperCase())), id);
});

test("a key with a modifier, held down, or meant for something else is no shortcut", () => {
    settings.shortcuts = true;
    for (const more of [
        { ctrlKey: true },
        { metaKey: true },
        { altKey: true },
        { repeat: true },
        { defaultPrevented: true },
    ])
        assert.equal(keys.shortcutOf(press("f", more)), null);
});

test("a shortcut gets another key, and only that one works", () => {
    settings.shortcuts = true;
    assert.equal(keys.changeKey(named("flip"), "X"), null);
    assert.equal(keys.shortcutOf(press("x")), "flip");
    assert.equal(keys.shortcutOf(press("f")), null);
    // What one has given up, another may have.
    assert.equal(keys.changeKey(named("pass"), "f"), null);
    assert.equal(keys.shortcutOf(press("f")), "pass");
});

test("a key that is taken, a digit and what is no character are refused and change nothing", () => {
    assert.deepEqual(keys.changeKey(named("flip"), "P"), { taken: "pass" });
    assert.equal(keys.changeKey(named("flip"), "7"), "digit");
    for (const wrong of [" ", "", "Enter"]) assert.equal(keys.changeKey(named("flip"), wrong), "no-character");
    assert.deepEqual(settings.keys, {});
});

test("a shortcut without a key is off, even the help", () => {
    settings.shortcuts = true;
    keys.removeKey(named("help"));
    assert.equal(keys.shortcutOf(press("?")), null);
    assert.equal(keys.shortcutOf(press("")), null);
});
