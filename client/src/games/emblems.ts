// The small picture by which each game is known, in a square of 64 by 64: the `Emblem.svelte` of its
// folder. Apart from the registry, because the first page shows them and needs nothing else of a game.
import type { Component } from "svelte";

type Emblem = Component<{ game: string }>;

const found = import.meta.glob<Emblem>("./*/Emblem.svelte", { eager: true, import: "default" });
const emblems = Object.entries(found).map(([path, emblem]) => [path.split("/")[1]!, emblem] as const);

/** The emblem of a game, whose name is that of its folder or begins with it. */
export function emblemOf(game: string): Emblem | undefined {
    return emblems.find(([folder]) => game === folder || game.startsWith(`${folder}-`))?.[1];
}
