// The move that leaves no choice, where the player likes it to play itself.
import type { Settings } from "../settings.svelte";

/** Passing is liked or not for itself; a card, a last card and a flip are moves like any other. */
export function moveWithoutChoice(
    legal: readonly string[],
    { passAlone, forcedAlone }: Pick<Settings, "passAlone" | "forcedAlone">,
): string | null {
    const [only, other] = legal;
    if (only === undefined || other !== undefined) return null;
    return (only === "pass" ? passAlone : forcedAlone) ? only : null;
}
