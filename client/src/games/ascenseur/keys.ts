// The keys that only this board has.
export const keys = [["0 … 9", "digits"]] as const;
