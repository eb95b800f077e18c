// What the faces are put together from: flat shapes in a square of 64 by 64, each the colour of its
// slot. A part is a list of shapes, from the back to the front.

/** Whose colour a shape has: the face's own (skin, hair, its two cloths), or the same for all. */
export type Slot = "skin" | "shade" | "hair" | "main" | "second" | "ink" | "light" | "blush";
export type Shape = readonly [slot: Slot, path: string];

const circle = (x: number, y: number, r: number): string =>
    `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
const ring = (x: number, y: number, r: number, width: number): string =>
    `${circle(x, y, r)}M${x - r + width} ${y}a${r - width} ${r - width} 0 1 0 ${2 * (r - width)} ` +
    `0a${r - width} ${r - width} 0 1 0 ${-2 * (r - width)} 0z`;
const both = (path: (side: (x: number) => number) => string): string => path((x) => x) + path((x) => 64 - x);

// A head is lit from the left: its shaded half ends in the line of the nose.
const nose = "V37.5h-3.6L32 27.5z";

export const parts = {
    // Heads.
    oval: [
        ["skin", "M27 40h10v13H27z"],
        ["shade", "M27 45.5q5 3 10-.5v8H27z"],
        ["skin", "M20 27a12 12 0 0 1 24 0v7a12 13 0 0 1-24 0z"],
        ["shade", `M32 15a12 12 0 0 1 12 12v7a12 13 0 0 1-12 13${nose}`],
    ],
    round: [
        ["skin", "M27 40h10v13H27z"],
        ["shade", "M27 45.5q5 3 10-.5v8H27z"],
        ["skin", circle(32, 32, 14)],
        ["shade", `M32 18a14 14 0 0 1 0 28${nose}`],
    ],
    square: [
        ["skin", "M26 40h12v13H26z"],
        ["shade", "M26 46h12v7H26z"],
        ["skin", "M19.5 26a12.5 12 0 0 1 25 0v12l-6 9h-13l-6-9z"],
        ["shade", `M32 14a12.5 12 0 0 1 12.5 12v12l-6 9H32${nose}`],
    ],
    // Eyes and mouths.
    eyes: [["ink", circle(26.6, 31, 1.7) + circle(37.4, 31, 1.7)]],
    wink: [["ink", `${circle(26.6, 31, 1.7)}M34.5 31.8q3-3.6 6 0l-.6.9q-2.4-2-4.8 0z`]],
    laugh: [["ink", "M23.6 31.8q3-3.8 6 0l-.7.9q-2.3-2-4.6 0zM34.4 31.8q3-3.8 6 0l-.7.9q-2.3-2-4.6 0z"]],
    brows: [["hair", "M23 27.5q3-2.6 7-.8l-.3 1.7q-3.4-1.2-6.2.6zM41 27.5q-3-2.6-7-.8l.3 1.7q3.4-1.2 6.2.6z"]],
    smile: [["ink", "M27.5 40.3q4.5 3.2 9 0l.5 1q-5 4.6-10 0z"]],
    grin: [["light", "M27 39.8q5 2 10 0q-1 5-5 5t-5-5z"]],
    cheeks: [["blush", circle(24, 36.5, 2.6) + circle(40, 36.5, 2.6)]],
    glasses: [["ink", `${ring(26.5, 31, 5, 1.3)}${ring(37.5, 31, 5, 1.3)}M30.8 30.2h2.4v1.3h-2.4z`]],
    goggles: [
        ["ink", "M19 26h26v4q0 6-6.5 6-5 0-6.5-3.4Q30.5 36 25.5 36 19 36 19 30z"],
        ["light", "M22.5 28.5h4l-2.5 4h-1.5zM35 28.5h4l-2.5 4H35z"],
    ],
    // Beards.
    moustache: [
        [
            "hair",
            "M32 38.2q-3-2-6 0-2.5 1.4-5 .2 1 4.6 5.6 4.3 3.4-.2 5.4-2.2 2 2 5.4 2.2 4.6.3 " +
                "5.6-4.3-2.5 1.2-5-.2-3-2-6 0z",
        ],
    ],
    beard: [
        [
            "hair",
            "M19.5 30q1.5 7 6 7.5 6.5-2.5 13 0 4.5-.5 6-7.5v8q-1 15-12.5 15t-12.5-15zm8 11q1 3.5 " +
                "4.5 3.5t4.5-3.5q-4.5 3-9 0z",
        ],
    ],
    goatee: [["hair", "M27 38.5q5-2.5 10 0v6q-1 7-5 9-4-2-5-9zm2 1.8l1 2h4l1-2q-3 2-6 0z"]],
    // Hair, under the hat.
    short: [
        ["hair", "M18.5 32C17 19 23 13 32 13s15 6 13.5 19l-2.2-1.5q.2-5.5-3.3-8.5-8 2-12-1-3 3-5.2 4.5-1.8 2-2 5z"],
    ],
    sides: [
        [
            "hair",
            both(
                (x) =>
                    `M${x(19)} 24q${x(2) < 32 ? -2.5 : 2.5} 6 ${x(2) < 32 ? 0.5 : -0.5} 12l` +
                    `${x(2) < 32 ? 3.5 : -3.5}-3v-9z`,
            ),
        ],
    ],
    bun: [["hair", `${circle(32, 10.5, 6.5)}M18.5 33C17 19 22 14 32 14s15 5 13.5 19l-2.5-2q-1-8-11-10.5Q22 23 21 31z`]],
    waves: [["hair", "M19 31q-1-9 4-12 6-1 9-5 5-3 9 2 6 3 4 15-2-6-6-8-9 1-14-2-5 3-6 10z"]],
    // Long hair hangs behind the head.
    long: [["hair", "M14.5 55C13 27 17 13 32 13s19 14 17.5 42q-17 4-35 0z"]],
    bob: [["hair", "M16 45C13 25 18 13 32 13s19 12 16 32q-3 2-6 0v-8H22v8q-3 2-6 0z"]],
    curls: [
        [
            "hair",
            circle(20, 23, 7) +
                circle(27, 16.5, 7) +
                circle(37, 16.5, 7) +
                circle(44, 23, 7) +
                circle(17.5, 32, 6) +
                circle(46.5, 32, 6) +
                circle(18.5, 40.5, 5) +
                circle(45.5, 40.5, 5),
        ],
    ],
    fringe: [["hair", "M20 29q0-13 12-14 12 1 12 14-3-5-6-6-6 1-12 0-4 1-6 6z"]],
    parting: [["hair", "M19.5 30q-.5-15 12.5-16 13 1 12.5 16-3.5-9-12.5-14-9 5-12.5 14z"]],
    braids: [
        ["hair", both((x) => circle(x(17.5), 39, 4.2) + circle(x(16.5), 45.5, 4) + circle(x(16), 51.5, 3.6))],
        ["second", both((x) => circle(x(15.8), 56, 2.4))],
    ],
    // Hats.
    bobble: [
        ["main", "M18 27C17 15 23 9.5 32 9.5S47 15 46 27z"],
        [
            "second",
            `${circle(32, 8, 5)}M18.5 20.5h27q2.5 0 2.5 2.5v3q0 2.5-2.5 2.5h-27Q16 28.5 16 26v-3q0-2.5 2.5-2.5z`,
        ],
    ],
    earflaps: [
        ["main", "M17.5 24Q18 8 32 8t14.5 16l1 16q-4 1-6-4l-.5-10H23l-.5 10q-2 5-6 4z"],
        ["second", `M17.6 20.5h28.8l.4 5H17.2z${circle(32, 7, 3)}${circle(17.8, 43, 2)}${circle(46.2, 43, 2)}`],
        ["light", "M22 20l3-5 3 5zM29 20l3-5 3 5zM36 20l3-5 3 5z"],
    ],
    felt: [
        ["second", "M42 18q0-11 9-15 2 10-5 17z"],
        ["main", "M20 23Q20 8.5 27 8.5q3 0 5 2.5 2-2.5 5-2.5 7 0 7 14.5z"],
        ["second", "M19.7 18.5h24.6l.3 4.5H19.4z"],
        ["main", "M10.5 24q1-3 7-2.5 14.5 1.5 29 0 6-.5 7 2.5-21.5 8-43 0z"],
    ],
    beret: [
        ["main", "M31 7.5l3-1 .5 4q16 .5 16.5 9 0 5.5-7 5.5-11-3.5-24 0-7.5 0-7-5 1.5-9 18-9.5z"],
        ["second", "M20 22.6q12-3 24 0v2.8q-12-3.5-24 0z"],
    ],
    fur: [
        ["main", "M19 22Q20 8.5 32 8.5T45 22z"],
        [
            "second",
            "M15.5 19q3-2.5 6-.8 3-2 6-.2 4.5-1.8 9 0 3-1.8 6 .2 3-1.7 6 .8 2 2.5.5 5 2 3 .2 6 " +
                "1.6 3-.2 6-.5 4-4 4-4-1-3.5-5l.5-7q-10-3-20 0l.5 7q.5 4-3.5 5-3.5 " +
                "0-4-4-1.8-3-.2-6-1.8-3 .2-6-1.5-2.5.5-5z",
        ],
    ],
    boater: [
        ["main", "M21 21v-9.5h22V21z"],
        ["second", "M21 15.5h22V21H21z"],
        ["main", "M11 20.5h42v4H11z"],
    ],
    cloche: [
        ["main", "M16 32Q14 9 32 9t16 23q-5-6-16-6t-16 6z"],
        ["second", "M16.5 22.5q15.5-6 31 0l.4 4.8q-16-5.5-31.8 0z"],
        ["light", circle(43, 22.5, 4)],
        ["second", circle(43, 22.5, 1.6)],
    ],
    cap: [
        ["main", "M17 24q-1-13 15-13.5T48 21l2 4.5q-7-2.5-17-1.5-9 .5-16 3z"],
        ["second", "M19 22.5q8-3.5 20-2.5 8 .5 13.5 5.5.5 2-1.5 2-13-4.5-32-1z"],
    ],
    kerchief: [
        ["main", "M16 46Q10 11 32 11t16 35l-6.5-1.5Q46 21.5 32 21.5t-9.5 23z"],
        [
            "second",
            circle(24, 17.5, 1.6) +
                circle(32, 15, 1.6) +
                circle(40, 17.5, 1.6) +
                circle(18.6, 25, 1.6) +
                circle(45.4, 25, 1.6) +
                circle(17.6, 34, 1.6) +
                circle(46.4, 34, 1.6),
        ],
        ["main", "M25 47l7 3.5 7-3.5 4 9-9-3.5-2 2-2-2-9 3.5z"],
    ],
    hood: [
        ["main", "M11 58Q11 5 32 3q21 2 21 55l-8-7q4-31-13-31T19 51z"],
        ["second", "M19 51q-4-31 13-31t13 31l-2-.5q2.5-27-11-27T21 50.5z"],
    ],
    bowler: [
        ["main", "M20 22q-1-14 12-14t12 14z"],
        ["second", "M19.8 17.5h24.4l.2 4.5H19.6z"],
        ["main", "M12 20q3 3 8 2h24q5 1 8-2 2 2 0 4-3 3-9 2.5H21Q15 27 12 24q-2-2 0-4z"],
    ],
    aviator: [
        ["main", "M16.5 41Q14 9 32 9t15.5 32q-3 4-6 0l.5-13q-10-4-20 0l.5 13q-3 4-6 0z"],
        ["ink", `M17 20h30v4H17z${circle(26, 20.5, 6)}${circle(38, 20.5, 6)}`],
        ["second", `${circle(26, 20.5, 4.3)}${circle(38, 20.5, 4.3)}`],
        ["light", "M23.5 20l3-2.5 1.3.8-3.3 3.4zM35.5 20l3-2.5 1.3.8-3.3 3.4z"],
    ],
    headband: [["second", "M18.7 22q13.3-4 26.6 0l.5 5q-13.8-4-27.6 0z"]],
    wreath: [
        ["main", "M18 24q14-9 28 0l-.6 3q-13.4-7-26.8 0z"],
        ["light", circle(20.5, 22.5, 3.6) + circle(32, 18.5, 4) + circle(43.5, 22.5, 3.6)],
        [
            "second",
            `${circle(20.5, 22.5, 1.5)}${circle(32, 18.5, 1.7)}${circle(43.5, 22.5, 1.5)}` +
                `${circle(26, 19.6, 2)}${circle(38, 19.6, 2)}`,
        ],
    ],
    turban: [
        ["main", "M17.5 28Q14 9 32 8.5T46.5 28q-5-6.5-14.5-8.5-9.5 2-14.5 8.5z"],
        ["second", "M32 19.5Q23 14 22 10.2 25.5 8.6 30 8.5q8 4 15.8 11.5.9 3.5.7 8-6-6.5-14.5-8.5z"],
    ],
    // Coats and what is worn around the neck.
    coat: [["main", "M8 66c0-11 8-15.5 24-15.5S56 55 56 66z"]],
    jumper: [["second", "M8 66c0-11 8-15.5 24-15.5S56 55 56 66z"]],
    lapels: [["light", "M25.5 50l6.5 8 6.5-8 3 1.5L32 66l-9.5-14.5z"]],
    collar: [["light", "M24 49.5l8 4.5 8-4.5 2 3.5-7 6-3-3-3 3-7-6z"]],
    tie: [["second", "M25 52.5l7 2.5 7-2.5v7.5l-7-2.5-7 2.5z"]],
    scarf: [
        ["second", "M20 46.5q12 6.5 24 0 4 3 2.5 7.5-14.5 6.5-29 0Q16 49.5 20 46.5zM36 54l8-2 3.5 14h-8.5z"],
        ["light", "M24.5 48.5l3 1-.5 6.4-3.5-.8zM33.5 50l3-.3.9 5.9-3.4.5zM38.5 58.5l7-1.3.6 2.6-7 1.2z"],
    ],
    shawl: [["second", "M9 66q2-14 15-16.5 8 5 16 0Q53 52 55 66H44q-4-6-12-9-8 3-12 9z"]],
    rope: [["second", "M17 51.5l5-1.2L47 66h-8zM20.5 66q1.5-7 8-9.2l2.6 2.2q-4.6 2-6 7z"]],
    straps: [["second", "M17.5 52l5-1.7 2 15.7h-5zM46.5 52l-5-1.7-2 15.7h5z"]],
} satisfies Record<string, readonly Shape[]>;

/** A conductor of the railway, which plays for nobody: the same for every bot, but for its level. */
export const bot: readonly Shape[] = [
    ["main", "M8 66c0-11 8-15 24-15s24 4 24 15z"],
    ["second", "M25 51l7 7 7-7 3 1.3L33.5 66h-3L22 52.3z"],
    ["shade", "M27 44h10v8H27z"],
    ["skin", "M22 22h20q3.5 0 3.5 3.5V42q0 4.5-4.5 4.5H23q-4.5 0-4.5-4.5V25.5Q18.5 22 22 22z"],
    ["shade", "M32 22h10q3.5 0 3.5 3.5V42q0 4.5-4.5 4.5h-9zM14.8 30h3.7v8h-3.7zM45.5 30h3.7v8h-3.7z"],
    ["light", circle(25.8, 32, 4.6) + circle(38.2, 32, 4.6)],
    ["ink", circle(26.4, 32.4, 2.1) + circle(37.6, 32.4, 2.1)],
    ["ink", "M25.5 39.8q6.5 3 13 0l.6 1.3q-7.1 5.5-14.2 0z"],
    ["blush", circle(22, 39, 1.7) + circle(42, 39, 1.7)],
    ["main", "M16 21q-2-9 5-11.5 11-4 22 0Q50 12 48 21z"],
    ["second", "M16.3 18h31.4l-.4 5H16.7z"],
    ["ink", "M17 22.5q15-2.5 30 0 3 2.5 2 4.5-17-5-34 0-1-2 2-4.5z"],
    ["second", circle(32, 12.8, 3)],
];
