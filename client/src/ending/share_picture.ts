// The podium of a match as a picture to hand on: a PNG drawn in this browser, always in the colours of
// the poster by day. It has the game, the date, the places, the totals and the faces; the names only if
// they are wanted. Nothing of it is sent anywhere.
import { botPortrait, faceOf, portrait, type Portrait } from "../people/faces";
import { carBox, carColours, carOutlines, carWindow } from "./car";
import type { Standing } from "./standings";

/** As large as the previews of links. */
export const pictureSize = { width: 1200, height: 630 } as const;

export interface Rider extends Standing {
    /** What stands below the place; the total as it is written. */
    name: string;
    points: string;
    /** The name that the face goes with, or the chosen face; a bot has its own. */
    portrait: { bot: true } | { bot: false; name: string; face: number | null };
}

export interface Words {
    game: string;
    date: string;
}

const colours = {
    sky: "#f3ead2",
    sun: "#e9b44c",
    far: "#b9c9bd",
    snow: "#fffdf7",
    near: "#5e8c74",
    cable: "#3b433e",
    ink: "#1d2a24",
    muted: "#4c5a52",
    paper: "#f7f2e6",
    raised: "#f3f4ee",
    pine: "#1f5a43",
    onPine: "#fdfaf1",
    gold: "#8a5a00",
    goldSoft: "#f6e4b8",
    band: "#fff6dc",
    flag: "#b3261e",
};
const display = '"Federo", "Gill Sans", sans-serif';
const plain = '"Alegreya Sans", "Gill Sans", sans-serif';

const { width, height } = pictureSize;
const head = 118;
const base = 150;
const car = 104;
const carHeight = (car * carBox.height) / carBox.width;

function fill(paint: CanvasRenderingContext2D, colour: string, path: string): void {
    paint.fillStyle = colour;
    paint.fill(new Path2D(path));
}

/** Do it with this point as the origin, at this size. */
function at(paint: CanvasRenderingContext2D, x: number, y: number, scale: number, draw: () => void): void {
    paint.save();
    paint.translate(x, y);
    paint.scale(scale, scale);
    draw();
    paint.restore();
}

/** Text that is made smaller, and then cut, until it fits. */
function write(
    paint: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    room: number,
    font: (size: number) => string,
    size: number,
): void {
    let letters = size;
    paint.font = font(letters);
    while (letters > size * 0.65 && paint.measureText(text).width > room) paint.font = font((letters -= 1));
    let shown = text;
    while (shown.length > 1 && paint.measureText(shown).width > room)
        shown = `${[...shown.replace(/…$/, "")].slice(0, -1).join("")}…`;
    paint.fillText(shown, x, y);
}

function landscape(paint: CanvasRenderingContext2D): void {
    paint.fillStyle = colours.sky;
    paint.fillRect(0, 0, width, height);
    at(paint, 0, height - 600, 3, () => {
        fill(paint, colours.sun, "M70 74a27 27 0 1 1 54 0a27 27 0 1 1-54 0z");
        fill(paint, colours.far, "M0 128L66 84 128 132 196 58 262 122 330 76 400 124V200H0z");
        fill(paint, colours.snow, "M196 58l18 17.5-10 5-9-5-9 7-8-6z");
        fill(paint, colours.near, "M0 180L40 176 150 148 300 96 400 82V200H0z");
    });
}

function face(paint: CanvasRenderingContext2D, drawn: Portrait): void {
    const { x, y, r } = carWindow;
    paint.save();
    paint.beginPath();
    paint.arc(x, y, r, 0, 2 * Math.PI);
    paint.clip();
    at(paint, x - r, y - r, (2 * r) / 64, () => {
        fill(paint, drawn.ground, "M0 0h64v64H0z");
        for (const shape of drawn.shapes) fill(paint, shape.fill, shape.path);
    });
    paint.restore();
}

function station(paint: CanvasRenderingContext2D, rider: Rider, left: number, top: number, wide: number): void {
    const middle = left + wide / 2;
    const first = rider.place === 1;
    paint.fillStyle = first ? colours.goldSoft : colours.raised;
    paint.fillRect(left, top, wide, height - top);
    paint.fillStyle = first ? colours.gold : colours.cable;
    paint.fillRect(left, top, wide, 7);
    paint.fillStyle = colours.pine;
    paint.beginPath();
    paint.arc(middle, top + 34, 20, 0, 2 * Math.PI);
    paint.fill();
    paint.textAlign = "center";
    paint.fillStyle = colours.onPine;
    write(paint, String(rider.place), middle, top + 43, wide, (size) => `700 ${size}px ${plain}`, 26);
    paint.fillStyle = colours.ink;
    write(paint, rider.name, middle, top + 88, wide - 16, (size) => `700 ${size}px ${plain}`, 32);
    write(paint, rider.points, middle, top + 132, wide - 16, (size) => `400 ${size}px ${display}`, 42);

    const worn = rider.portrait;
    const drawn = worn.bot ? botPortrait() : portrait(faceOf(worn.name, worn.face));
    at(paint, middle - car / 2, top - carHeight, car / carBox.width, () => {
        const { grip, body, band, foot, wheels } = carOutlines;
        for (const path of [grip, foot, wheels]) fill(paint, colours.cable, path);
        fill(paint, carColours[rider.seat % 2]!, body);
        fill(paint, colours.band, band);
        face(paint, drawn);
        if (!first) return;
        fill(paint, colours.cable, "M44 -18h2v25h-2z");
        fill(paint, colours.flag, "M46 -17h15l-4 5 4 5H46z");
    });
}

function draw(paint: CanvasRenderingContext2D, riders: readonly Rider[], words: Words): void {
    landscape(paint);
    const wide = width / riders.length;
    const levels = Math.max(1, riders[0]?.level ?? 1);
    const step = Math.min(110, (height - head - base - carHeight - 46) / levels);
    const tops = riders.map(({ level }) => height - base - step * level);
    const left = (i: number): number => width - wide * (i + 1);

    paint.strokeStyle = colours.cable;
    paint.lineWidth = 5;
    paint.beginPath();
    tops.forEach((top, i) => paint.lineTo(left(i) + wide / 2, top - carHeight + 2));
    paint.stroke();
    riders.forEach((rider, i) => station(paint, rider, left(i), tops[i]!, wide));

    paint.fillStyle = colours.paper;
    paint.fillRect(0, 0, width, head - 18);
    paint.textAlign = "left";
    paint.fillStyle = colours.pine;
    write(paint, words.game, 40, 68, 640, (size) => `400 ${size}px ${display}`, 54);
    paint.textAlign = "right";
    paint.fillStyle = colours.muted;
    write(paint, `${words.date} · Funicular`, width - 40, 66, 460, (size) => `400 ${size}px ${plain}`, 32);
}

/** The picture, the best rider first. */
export async function sharePicture(riders: readonly Rider[], words: Words): Promise<Blob> {
    // A canvas does not wait for fonts; without them it writes in others.
    await Promise.allSettled(
        [`54px ${display}`, `700 32px ${plain}`, `32px ${plain}`].map((font) => document.fonts.load(font)),
    );
    const canvas = document.createElement("canvas");
    Object.assign(canvas, pictureSize);
    const paint = canvas.getContext("2d");
    if (!paint) throw new Error("no canvas");
    draw(paint, riders, words);
    return new Promise((done, fail) => {
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
    });
}
