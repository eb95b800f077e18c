// The cards that the gallery shows: a few of each suit, and the court.
export const showcase = ["AS", "KH", "QD", "JC", "TS", "9H", "8D", "7C", "5S", "2H", "KS", "QH", "JD", "AC"];
