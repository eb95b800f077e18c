// Where the cards of a hand lie: the whole hand in its box, and of every card enough to read and tap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { fan, LIFT, TALL } = await load("board/fan.ts");
const COUNTS = Array.from({ length: 18 }, (_, i) => i + 1);
// What a hand gets of these windows: its width less the margins, and its share of the height.
const BOXES = {
    "390 × 844": { width: 374, height: 262 },
    "360 × 640": { width: 344, height: 192 },
    "844 × 390": { width: 640, height: 156 },
    "768 × 1024": { width: 750, height: 286 },
    "1440 × 900": { width: 1040, height: 225 },
    "1920 × 1080": { width: 1500, height: 270 },
};
// Most of what a card can want: no two of a kind, and pairs.
const hands = (count) => [
    Array.from({ length: count }, (_, i) => i),
    Array.from({ length: count }, (_, i) => Math.floor(i / 2)),
];

/** What is seen of each card beside the next one of its row. */
function strips({ card, row, spots }) {
    return spots.map(({ x }, i) => ((i + 1) % row === 0 || i + 1 === spots.length ? card : spots[i + 1].x - x));
}

function each(box, seen, check) {
    for (const count of COUNTS) {
        for (const groups of hands(count)) check(fan(seen, groups, box), count);
    }
}

for (const [name, box] of Object.entries(BOXES)) {
    for (const seen of [0.4, 0.57]) {
        test(`${name}: 1 to 18 cards lie within their box, also a chosen one (${seen})`, () => {
            each(box, seen, ({ card, spots }, count) => {
                assert.equal(spots.length, count);
                for (const { x, y } of spots) {
                    assert.ok(x >= 0 && x + card <= box.width, `${count} cards: ${x} + ${card}`);
                    assert.ok(y >= LIFT && y + card * TALL <= box.height + 1, `${count} cards: ${y}, ${card} wide`);
                }
            });
        });

        test(`${name}: a row covers at most a quarter of the one above it (${seen})`, () => {
            each(box, seen, ({ card, row, spots }, count) => {
                for (let i = row; i < count; i += row) {
                    assert.ok(spots[i].y - spots[i - row].y >= card * TALL * 0.75 - 1, `${count} cards`);
                }
            });
        });
    }
}

test("a phone of 390: cards of a good size, with strips as broad as promised", () => {
    each(BOXES["390 × 844"], 0.57, (shape, count) => {
        const strip = Math.min(...strips(shape));
        const rows = count > shape.row ? 2 : 1;
        const where = `${count} cards: ${shape.card} wide, ${strip} seen, ${rows} rows`;
        if (count <= 5) assert.ok(rows === 1 && strip >= shape.card && shape.card >= 68 && shape.card <= 74, where);
        if (count <= 8) assert.equal(rows, 1, where);
        if (count >= 10) assert.equal(rows, 2, where);
        assert.ok(strip >= (count >= 10 && count <= 13 ? 50 : 40), where);
        assert.ok(shape.card >= 52, where);
    });
});

test("a phone of 360 × 640, and one lying on its side: at least 40 px of every card", () => {
    for (const name of ["360 × 640", "844 × 390"]) {
        each(BOXES[name], 0.57, (shape, count) => {
            const strip = Math.min(...strips(shape));
            assert.ok(strip >= 40, `${name}, ${count} cards: ${strip} of ${shape.card}`);
        });
    }
});

test("where there is breadth a hand of 13 lies in one row, and its cards are larger", () => {
    for (const name of ["844 × 390", "768 × 1024", "1440 × 900", "1920 × 1080"]) {
        const shape = fan(0.57, hands(13)[1], BOXES[name]);
        assert.ok(shape.row >= 13 && shape.card > 74, `${name}: ${shape.card} wide, ${shape.row} in a row`);
    }
});

test("without a given height a hand says how high it wants to be, and fits in that", () => {
    each({ width: 374 }, 0.57, (shape) => {
        const again = fan(
            0.57,
            shape.spots.map((_, i) => i),
            { width: 374, height: shape.height },
        );
        assert.equal(again.card, shape.card);
    });
});

test("every card shows its corner: as much of it as the game says", () => {
    for (const box of Object.values(BOXES)) {
        each(box, 0.57, (shape, count) => {
            if (count <= 13)
                assert.ok(Math.min(...strips(shape)) >= shape.card * 0.55, `${count} cards, ${box.width} wide`);
        });
    }
});
