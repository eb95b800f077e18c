// What the boards work out for themselves, checked against real deals. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});
after(() => vite.close());

const load = (path) => vite.ssrLoadModule(`/src/${path}.ts`);
const { ascenseurPicture } = await load("games/ascenseur/picture");
const { aufAbPicture } = await load("games/auf-ab/picture");
const { dnpupPicture } = await load("games/dnpup/picture");
const { exactly, greatest, layings, plays, reachable } = await load("board/melds");
const { fan } = await load("board/fan");

const scenes = JSON.parse(readFileSync(`${root}/src/gallery/fixtures.json`, "utf8"));
const texts = (cards) => cards.map(({ card }) => card).toSorted();

for (const { name, table, deal } of scenes) {
  const { kind, told, sight } = deal.en;
  test(`${name}: the events add up to what the seat sees`, () => {
    if (kind === "ascenseur") {
      const picture = ascenseurPicture(told, table.seats);
      assert.deepEqual(texts(picture.hand), sight.hand.toSorted());
      assert.deepEqual(picture.bids, sight.bids);
      assert.deepEqual(picture.won, sight.tricks);
      assert.deepEqual(picture.trick.map(({ card }) => card), sight.trick);
    } else if (kind === "auf-ab") {
      const picture = aufAbPicture(told, table.seats);
      assert.deepEqual(texts(picture.hand), sight.hand.toSorted());
      assert.deepEqual(picture.left, sight.left);
      assert.equal(picture.direction, sight.direction);
      assert.deepEqual(
        picture.trick.map(({ seat, cards, size }) => [seat, `${texts(cards).join(" ")} x${size}`]),
        sight.trick,
      );
      assert.deepEqual(picture.passed.toSorted(), sight.passed.toSorted());
    } else {
      const picture = dnpupPicture(told, table.seats, table.you);
      assert.deepEqual(texts(picture.hand), sight.hand.toSorted());
      assert.deepEqual(picture.left, sight.left);
      for (const [zone, meld] of Object.entries(sight.melds)) {
        assert.deepEqual(texts(picture.melds[zone] ?? []), meld.toSorted());
      }
      assert.equal(picture.discarded, sight.discarded.length);
      assert.deepEqual(picture.out, sight.out);
    }
  });
}

test("a double that may count twice leaves two moves for the same cards", () => {
  const options = layings(["0-0 x1", "0-0 x2", "0-0 0-4 x2", "0-0 0-4 x3", "pass"]);
  assert.deepEqual(exactly(options, ["0-0"]).map(({ size }) => size), [1, 2]);
  assert.equal(reachable(options, ["0-4"]).length, 2);
  assert.equal(greatest(options, ["0-0"]).cards.length, 2);
});

test("like cards of dnpup are counted one by one", () => {
  const options = plays(["play 7/1", "play 7/1 7/1", "flip"]);
  assert.equal(exactly(options, ["7/1", "7/1"]).length, 1);
  assert.equal(exactly(options, ["7/1", "7/1", "7/1"]).length, 0);
});

test("a hand stays on the screen, however many cards it has", () => {
  for (const kind of ["ascenseur", "auf-ab", "dnpup"]) {
    for (const width of [320, 374, 700, 1400]) {
      for (let count = 1; count <= 26; count += 1) {
        const groups = Array.from({ length: count }, (_, i) => Math.floor(i / 2));
        const { card, spots } = fan(kind, groups, width);
        assert.equal(spots.length, count);
        for (const { x } of spots) {
          assert.ok(x >= -1 && x + card <= width + 1, `${kind}, ${count} cards, ${width} wide`);
        }
      }
    }
  }
});
