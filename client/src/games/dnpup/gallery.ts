// The cards that the gallery shows: some of them both ways up, and one that lies face down.
export const showcase = ["1/5", "5/1", "1/6", "6/1", "2/10", "10/2", "9/3", "4/7", "8/5", "3/4", null];
