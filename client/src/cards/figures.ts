// The figures and letters on the cards, as strokes in a box 24 wide and 36 high, drawn after the
// enamel numbers of railway cars. They are our own because no font here tells a 6 from a 9 lying on
// its head: the 6 is one curve, the 9 a ring on a straight stem.

const HEIGHT = 36;
/** The space between two figures of one number. */
const GAP = 7;

interface Figure {
    width: number;
    path: string;
}

const FIGURES: Record<string, Figure> = {
    "0": { width: 22, path: "M11 0 C3.5 0 0 6.5 0 18 S3.5 36 11 36 S22 29.5 22 18 S18.5 0 11 0Z" },
    "1": { width: 11, path: "M0 8.5 L11 0 V36" },
    "2": { width: 22, path: "M0.5 9.5 C1 3.5 5 0 11 0 C17.5 0 21.5 4 21.5 9.8 C21.5 14.5 19 17.8 15 22 L0.5 36 H22" },
    "3": {
        width: 21,
        path: "M0.5 0 H20 L9.5 13.6 C16.5 13.6 21 18 21 24.6 C21 31.6 16.4 36 10 36 C4.8 36 1.2 33.4 0 29",
    },
    "4": { width: 23, path: "M17 36 V0 L0 25 H23" },
    "5": {
        width: 21,
        path:
            "M19.5 0 H4 L2.6 15.6 C4.8 13.8 7.4 13 10.4 13 C16.6 13 21 17.4 21 24.4 C21 31.4 16.4 36 " +
            "10 36 C4.8 36 1.2 33.4 0 29",
    },
    "6": {
        width: 22,
        path: "M17.5 0 C7 3.5 0 12.5 0 24.5 C0 31.6 4.6 36 11 36 S22 31.6 22 24.8 S17.4 14 11.4 14 C5.4 14 0.6 18 0 24",
    },
    "7": { width: 21, path: "M0 0 H21 L7.5 36 M5.5 18.5 H18.5" },
    "8": {
        width: 22,
        path:
            "M11 16.2 C5.6 16.2 2 13.2 2 8.2 C2 3.2 5.8 0 11 0 S20 3.2 20 8.2 C20 13.2 16.4 16.2 11 " +
            "16.2 C4.4 16.2 0 19.8 0 26 C0 32.2 4.6 36 11 36 S22 32.2 22 26 C22 19.8 17.6 16.2 11 " +
            "16.2Z",
    },
    "9": { width: 21, path: "M21 11 C21 4.4 16.8 0 10.5 0 S0 4.4 0 11 S4.2 22 10.5 22 S21 17.6 21 11 M21 11 V36" },
    A: { width: 25, path: "M0 36 L12.5 0 L25 36 M4.6 24 H20.4" },
    D: { width: 22, path: "M0 0 V36 H8.5 C17 36 22 29.5 22 18 S17 0 8.5 0Z" },
    J: { width: 17, path: "M6 0 H17 V25.5 C17 32.5 13.4 36 8 36 C3.8 36 1 33.6 0 29.5" },
    K: { width: 21, path: "M0 0 V36 M20 0 L0.5 21 M7.5 14 L21 36" },
    Q: { width: 24, path: "M12 0 C4 0 0 6.5 0 18 S4 36 12 36 S24 29.5 24 18 S20 0 12 0Z M13.5 26 L24 38" },
    R: { width: 21, path: "M0 36 V0 H10 C16.6 0 20 3.4 20 9.4 S16.6 19 10 19 H0 M9.5 19 L21 36" },
    V: { width: 25, path: "M0 0 L12.5 36 L25 0" },
};

/** A number or letters as one drawing, or null if one of its signs is not drawn here. */
export function drawn(text: string): Figure | null {
    let width = 0;
    let path = "";
    for (const sign of text) {
        const figure = FIGURES[sign];
        if (!figure) return null;
        if (path) width += GAP;
        path += moved(figure.path, width);
        width += figure.width;
    }
    return { width, path };
}

/** Where a figure stands on a card. */
export interface FigurePlace {
    x: number;
    y: number;
    height: number;
    /** As wide as this at most; wider ones are pressed together. */
    room?: number;
    /** How bold, in units of the figure's own box of 24 × 36. */
    weight?: number;
    centred?: boolean;
}

/** A figure as it is drawn in its place. */
export interface PlacedFigure {
    path: string;
    transform: string;
    weight: number;
    /** The line below a figure that could be taken for another; "" below all others. */
    base: string;
    baseWeight: number;
}

const made = new Map<string, PlacedFigure | null>();

/** The drawing in this place, or null if one of its signs is not drawn here. Each is worked out once. */
export function placed(text: string, place: FigurePlace): PlacedFigure | null {
    const { x, y, height, room = Infinity, weight = 6, centred = false } = place;
    const key = `${text} ${x} ${y} ${height} ${room} ${weight} ${centred}`;
    let found = made.get(key);
    if (found === undefined) made.set(key, (found = inPlace(text, { x, y, height, room, weight, centred })));
    return found;
}

function inPlace(text: string, { x, y, height, room, weight, centred }: Required<FigurePlace>): PlacedFigure | null {
    const figure = drawn(text);
    if (!figure) return null;
    const scale = (height - (height * weight) / (HEIGHT + weight)) / HEIGHT;
    const stroke = weight * scale;
    const wide = figure.width * scale;
    const pressed = Math.min(1, (room - stroke) / Math.max(1, wide));
    const left = centred ? x - (wide * pressed) / 2 : x + stroke / 2;
    const under = `M${left - stroke * 0.2} ${y + height + stroke * 0.75} h${wide * pressed + stroke * 0.4}`;
    return {
        path: figure.path,
        transform: `translate(${left} ${y + stroke / 2}) scale(${scale * pressed} ${scale})`,
        weight,
        base: mistakable(text) ? under : "",
        baseWeight: stroke * 0.72,
    };
}

/** Whether a base line says which way up this is. */
export function mistakable(text: string): boolean {
    return text === "6" || text === "9";
}

// All commands here are absolute, and every first number of a pair, or the one of an H, is an x.
function moved(path: string, by: number): string {
    if (by === 0) return path;
    return path.replace(/([A-Z])([^A-Z]*)/g, (_, command: string, rest: string) => {
        const numbers = rest.trim() === "" ? [] : rest.trim().split(/\s+/).map(Number);
        const shifted = numbers.map((n, i) => ((command === "H" || i % 2 === 0) && command !== "V" ? n + by : n));
        return command + shifted.join(" ");
    });
}
