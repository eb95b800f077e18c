// A car of the funicular seen from the front, in a box of 64 by 66: its window is as large as the face
// that looks out of it. The page and the picture to share are drawn from the same outlines.

export const carBox = { width: 64, height: 66 } as const;
/** Where the face is: the middle and the radius of the window. */
export const carWindow = { x: 32, y: 31, r: 21 } as const;

export const carOutlines = {
    grip: "M30 0h4v8h-4z",
    body: "M3 56V19q0-12 12-12h34q12 0 12 12v37z",
    band: "M3 46h58v3.5H3z",
    foot: "M0 55h64v6H0z",
    wheels: "M8 61h12v5H8zM44 61h12v5H44z",
} as const;

/** The two cars of one cable. */
export const carColours = ["#c0392b", "#2a5fa8"] as const;
