// How long things take on the table, in milliseconds at the normal pace. The pace of the table scales
// all of them; the rests between events are the server's (`before` and `after` of each event).

export const TIMES = {
    /** A whole deal: the first card leaves the dealer, the last one has come. */
    deal: 900,
    /** Of which one card is on its way. */
    dealt: 260,
    /** A card goes from a hand or a fan to its place on the table. */
    play: 280,
    /** A trick goes to whoever takes it. */
    take: 350,
    /** A bid or a pass is said; a sum that it changes ticks. */
    bid: 200,
    /** Cards of a hand close up, or are sorted anew. */
    shift: 220,
    /** A meld is lifted, turns upside down on the way and comes into a fan or a hand. */
    home: 900,
    /** The hand turns card by card: one card, and from the first one's start to the last one's end. */
    turn: 280,
    wave: 480,
    /** After the wave the hand sorts itself: flip is 700 in all. */
    sort: 220,
    /** Before a change of direction turns the hand the slope tips over: 900 in all. */
    tip: 200,
} as const;

export const EASE = "cubic-bezier(.3,.7,.2,1)";
/** For a long way on which something is to be seen. */
export const CALM_EASE = "cubic-bezier(.5,.1,.3,1)";
