// The film of a deal. A very long one comes in parts, which are asked for one after the other.
import { ask } from "../api";
import type { Told } from "../deal";
import type { AnyFilm } from "../games/registry";

export type AnyFrame = AnyFilm["frames"][number];

export async function wholeFilm(path: string): Promise<AnyFilm> {
    const film = await ask<AnyFilm>(path);
    const parts: AnyFilm[] = [film];
    for (let part = 2; part <= (film.parts ?? 1); part++) parts.push(await ask<AnyFilm>(`${path}&part=${part}`));
    if (parts.length === 1) return film;
    const whole = {
        ...film,
        told: parts.flatMap((each) => each.told as Told[]),
        frames: parts.flatMap((each) => each.frames as AnyFrame[]),
    };
    return whole as AnyFilm;
}
