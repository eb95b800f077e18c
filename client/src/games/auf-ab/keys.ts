// The keys that only this board has.
export const keys = [
  ["P", "pass"],
  ["G", "group"],
] as const;
