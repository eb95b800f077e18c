// The cards that the gallery shows: doubles, change cards and plain ones.
export const showcase = ["0-0", "0-9", "3-6", "4-5", "5-5", "6-9", "6-6", "2-8", "1-7", "9-9"];
