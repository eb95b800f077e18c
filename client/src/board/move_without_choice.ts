// The move that leaves no choice, where the player likes it to play itself.
import type { Settings } from "../settings.svelte";

type Likes = Pick<Settings, "passAlone" | "passAmongPeople" | "forcedAlone">;

/** Passing is liked or not for itself, among people once more; a card, a last card and a flip are moves
 * like any other. */
export function moveWithoutChoice(
    legal: readonly string[],
    { passAlone, passAmongPeople, forcedAlone }: Likes,
    people: boolean,
): string | null {
    const [only, other] = legal;
    if (only === undefined || other !== undefined) return null;
    const passes = people ? passAmongPeople : passAlone;
    return (only === "pass" ? passes : forcedAlone) ? only : null;
}
