// In what a line differs from the original: the first move that is another, in the words of its film.
import { ask } from "../api";
import type { AnyFilm } from "../games/registry";
import type { ReplayShown } from "../protocol";
import { wholeFilm } from "../replay/whole_film";

export interface Difference {
    /** The film that it is told in, for the game's own cards. */
    film: AnyFilm;
    /** How many moves had been made before; null where all moves are the same. */
    ply: number | null;
    /** What happened there instead. */
    text: string;
}

/** How the deal went that lines are compared with. */
export interface OriginalDeal {
    players: string[];
    /** null where it did not count, or was not finished. */
    points: number[] | null;
}

const films = new Map<string, Promise<AnyFilm>>();

function filmOf(replay: string, deal: number, lang: string): Promise<AnyFilm> {
    const path = `/api/replays/${encodeURIComponent(replay)}/deals/${deal}?lang=${lang}`;
    let film = films.get(path);
    if (!film) {
        film = wholeFilm(path);
        films.set(path, film);
        // What failed is asked for again the next time.
        film.catch(() => films.delete(path));
    }
    return film;
}

export async function difference(replay: string, deal: number, line: string, lang: string): Promise<Difference> {
    const [original, film] = await Promise.all([filmOf(replay, deal, lang), filmOf(line, 1, lang)]);
    const at = film.frames.findIndex((frame, i) => frame.move !== original.frames[i]?.move);
    if (at < 0) return { film, ply: null, text: "" };
    return { film, ply: at - 1, text: film.told[film.frames[at - 1]?.told ?? 0]?.text ?? "" };
}

export async function originalOf(replay: string, deal: number, lang: string): Promise<OriginalDeal> {
    return dealIn(await ask<ReplayShown>(`/api/replays/${encodeURIComponent(replay)}?lang=${lang}`), deal);
}

export function dealIn(replay: ReplayShown, deal: number): OriginalDeal {
    const row = replay.table.sheet.rows.find(({ number }) => number === deal);
    return { players: replay.players, points: row && !row.void ? row.points : null };
}
