// The shortcuts of this game.
import type { Shortcut } from "../../board/keys";

export const keys: readonly Shortcut[] = [
    { id: "pass", key: "p" },
    { id: "group", key: "g" },
];
