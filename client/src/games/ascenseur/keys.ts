// The shortcuts that only this game has: none, bids are typed as digits.
import type { Shortcut } from "../../board/keys";

export const keys: readonly Shortcut[] = [];
