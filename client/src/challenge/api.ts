// What is asked of the server about challenges, each time as the person this browser is.
import { ask } from "../api";
import { ownFace } from "../people/own_face.svelte";
import { personHeaders } from "../people/person";
import type { ChallengeShown, DailyListed, Leaderboard, NewDuel, Opened } from "../protocol";
import { go } from "../router.svelte";
import { storage } from "../storage";
import { lang, say } from "../words.svelte";

const path = (id: string, more = ""): string => `/api/challenges/${encodeURIComponent(id)}${more}?lang=${lang()}`;

function own<T>(where: string, body?: object): Promise<T> {
    const headers = personHeaders();
    if (!body) return ask(where, { headers });
    return ask(where, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
    });
}

/** A challenge as one sees it; `daily` is today's. */
export const challenge = (id: string): Promise<ChallengeShown> => own(path(id));
export const leaderboard = (id: string, skip: number): Promise<Leaderboard> =>
    own(`${path(id, "/leaderboard")}&skip=${skip}`);
/** So many are listed at once: then there may be older ones. */
export const DAILIES_A_PAGE = 31;
/** The daily deals of the past before this day, or up to yesterday; the newest first. */
export const dailies = (before = ""): Promise<DailyListed[]> =>
    own(path("dailies") + (before ? `&before=${encodeURIComponent(before)}` : ""));
export const newDuel = (wish: Partial<NewDuel> & { game: string }): Promise<ChallengeShown> =>
    own(path("").replace("/?", "?"), wish);

/** How many have finished a challenge, in a sentence. */
export const finishedText = (n: number): string =>
    n ? say("web.challenge.finished", { n }) : say("web.challenge.finished-none");

/** Go to the table of one's attempt: the one that was begun, or a new one. */
export async function play({ id, game, table }: ChallengeShown, name: string, unnamed: boolean): Promise<void> {
    const known = table && storage.tokens(table).length > 0;
    if (table && known) {
        go(`/t/${table}`);
        return;
    }
    const wish = { name, lang: lang(), face: ownFace.chosen, unnamed };
    const opened = await own<Opened>(path(id, "/attempts"), wish);
    storage.saveName(name);
    storage.saveTable({ id: opened.table, game, token: opened.token, invite: opened.invite });
    go(`/t/${opened.table}#${opened.invite}`);
}
