// The faces at the table: each is drawn from parts that exist, and a name always gets the same one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { botPortrait, faceCount, faceOf, faceOfName, portrait } = await load("people/faces.ts");

test("there are as many as the server takes", () => assert.equal(faceCount, 24));

test("every face is painted whole, and no two are alike", () => {
    const drawn = Array.from({ length: faceCount }, (_, face) => portrait(face));
    for (const { ground, shapes } of [...drawn, botPortrait()]) {
        assert.match(ground, /^#[0-9a-f]{6}$/);
        assert.ok(shapes.length > 8);
        for (const { fill, path } of shapes) {
            assert.match(fill, /^#[0-9a-f]{6}$/);
            assert.match(path, /^M[-\d.MmLlHhVvCcQqSsTtAaZz ]+$/);
            assert.doesNotMatch(path, /NaN|undefined/);
        }
    }
    assert.equal(new Set(drawn.map((face) => JSON.stringify(face))).size, faceCount);
});

test("a name has one face, and names spread over all of them", () => {
    assert.equal(faceOfName("Clara"), faceOfName("Clara"));
    const given = new Set(Array.from({ length: 500 }, (_, n) => faceOfName(`Guest ${n}`)));
    assert.equal(given.size, faceCount);
});

test("a chosen face is worn; one that is not in the set is the name's", () => {
    assert.equal(faceOf("Clara", 3), 3);
    for (const face of [null, undefined, -1, faceCount, 2.5]) assert.equal(faceOf("Clara", face), faceOfName("Clara"));
});
