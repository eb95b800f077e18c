// The keys that only this board has.
export const keys = [
  ["F", "flip"],
  ["G", "group"],
] as const;
