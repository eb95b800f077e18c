// The faces that people wear at the table: a drawn set in the hand of the poster. Which one a name
// gets is worked out from the name, so that everybody sees the same without a word from the server;
// who has chosen one wears that.
import { bot, parts, type Shape, type Slot } from "./parts";

type Part = keyof typeof parts;

/** A shape as it is painted. */
export interface Painted {
    fill: string;
    path: string;
}
export interface Portrait {
    ground: string;
    shapes: Painted[];
}

const red = "#c0392b";
const blue = "#2a5fa8";
const pine = "#1f5a43";
const sun = "#e9b44c";
const cream = "#fff6dc";
const rust = "#b8622f";
const night = "#22384f";
const plum = "#7a3b52";

const mist = "#b9c9bd";
const meadow = "#8fb39a";
const sky = "#a9c6dd";
const sand = "#ecd9a8";
const rose = "#eab9a2";

const always = { ink: "#26302b", light: cream } as const;
const skins = [
    ["#f3cda6", "#dda97d", "#e79a7c"],
    ["#e2ab7c", "#c58a59", "#cf7d5c"],
    ["#b3764b", "#935a35", "#a3543a"],
    ["#7c4d33", "#5f3825", "#7d3b2c"],
] as const;
const hairs = {
    black: "#2b2723",
    brown: "#6b4226",
    red: "#a8492a",
    blond: "#d8a544",
    grey: "#b9b6aa",
    white: "#f1ece0",
} as const;

type Person = readonly [
    ground: string,
    main: string,
    second: string,
    skin: 0 | 1 | 2 | 3,
    hair: keyof typeof hairs,
    // From the back to the front.
    parts: string,
];

// Never reordered: a face that somebody has chosen is kept by its number.
const people: readonly Person[] = [
    [sky, red, cream, 0, "brown", "coat oval short eyes brows smile cheeks scarf bobble"],
    [sand, pine, red, 1, "grey", "coat square sides collar eyes brows moustache felt"],
    [mist, blue, sun, 0, "blond", "jumper braids round fringe laugh smile cheeks lapels cloche"],
    [meadow, night, cream, 2, "black", "coat oval eyes brows beard scarf turban"],
    [rose, pine, cream, 0, "red", "long coat round parting eyes smile cheeks shawl"],
    [sun, night, red, 3, "black", "coat square collar eyes brows grin goatee tie bowler"],
    [sky, rust, sun, 1, "brown", "coat oval short eyes smile rope aviator"],
    [mist, plum, sun, 0, "white", "coat round eyes glasses smile cheeks kerchief"],
    [sand, blue, red, 2, "brown", "bob coat oval fringe wink grin scarf beret"],
    [meadow, red, sun, 1, "black", "jumper braids round laugh grin cheeks shawl earflaps"],
    [rose, night, cream, 0, "grey", "coat square eyes brows beard straps cap"],
    [sun, pine, cream, 3, "black", "curls coat oval laugh grin shawl headband"],
    [sky, pine, sun, 0, "white", "coat oval sides brows eyes glasses moustache lapels"],
    [mist, red, night, 0, "black", "coat oval fringe goggles smile scarf bobble"],
    [meadow, sun, blue, 1, "brown", "jumper square short eyes brows smile collar tie boater"],
    [sand, plum, cream, 3, "black", "coat round bun eyes smile cheeks collar"],
    [rose, blue, cream, 1, "red", "long coat oval parting eyes smile cheeks straps wreath"],
    [sky, night, rust, 0, "red", "jumper square eyes brows beard rope waves"],
    [sun, red, cream, 2, "black", "coat round eyes brows grin scarf fur"],
    [meadow, rust, cream, 0, "blond", "coat oval eyes smile cheeks hood"],
    [mist, night, red, 2, "grey", "coat oval bun eyes glasses smile shawl"],
    [sand, red, pine, 0, "blond", "bob jumper round fringe wink smile cheeks rope"],
    [rose, plum, sun, 3, "white", "coat square sides eyes brows beard glasses lapels"],
    [sky, sun, red, 2, "black", "jumper oval short laugh moustache scarf cap"],
];

export const faceCount = people.length;

/** The face that goes with a name: FNV-1a over its UTF-16 units, spread before it is cut down. */
export function faceOfName(name: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return ((hash ^ (hash >>> 13)) >>> 0) % faceCount;
}

/** The chosen face where it is one of the set, else the name's own. */
export function faceOf(name: string, chosen?: number | null): number {
    return chosen != null && chosen in people ? chosen : faceOfName(name);
}

function paint(shapes: readonly Shape[], colours: Record<Slot, string>): Painted[] {
    return shapes.map(([slot, path]) => ({ fill: colours[slot], path }));
}

export function portrait(face: number): Portrait {
    const [ground, main, second, tone, hair, worn] = people[face]!;
    const [skin, shade, blush] = skins[tone];
    const shapes = worn.split(" ").flatMap((part): readonly Shape[] => parts[part as Part]);
    return { ground, shapes: paint(shapes, { ...always, main, second, skin, shade, blush, hair: hairs[hair] }) };
}

/** The bot's: tin, in the railway's cap. */
export function botPortrait(): Portrait {
    const tin = { skin: "#c8d3cd", shade: "#9fb0a8", blush: "#d98a72", hair: night };
    return { ground: meadow, shapes: paint(bot, { ...always, main: pine, second: sun, ...tin }) };
}
