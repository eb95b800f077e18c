// The shortcuts of this game.
import type { Shortcut } from "../../board/keys";

export const keys: readonly Shortcut[] = [
    { id: "flip", key: "f" },
    { id: "group", key: "g" },
];
