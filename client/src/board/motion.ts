// Lets cards be seen to move. Every card on the table carries `data-card` with its identity and
// every seat `data-seat`; before the table changes it is measured, and afterwards each card travels
// from where it was. A new card comes from the seat in `data-from`, and one that has gone leaves a
// ghost that travels to a seat.

const TRAVEL = 420;
const EASE = "cubic-bezier(.25,.75,.25,1)";

interface Seen {
  rect: DOMRect;
  node: HTMLElement;
  face: string | undefined;
}

type Rects = Map<string, Seen>;

export interface Measured {
  cards: Rects;
  seats: Map<string, DOMRect>;
}

export function measure(board: HTMLElement): Measured {
  const cards: Rects = new Map();
  for (const node of board.querySelectorAll<HTMLElement>("[data-card]")) {
    const rect = node.getBoundingClientRect();
    cards.set(node.dataset.card!, { rect, node, face: node.dataset.face });
  }
  return { cards, seats: seatRects(board) };
}

function seatRects(board: HTMLElement): Map<string, DOMRect> {
  const seats = new Map<string, DOMRect>();
  for (const node of board.querySelectorAll<HTMLElement>("[data-seat]")) {
    seats.set(node.dataset.seat!, node.getBoundingClientRect());
  }
  return seats;
}

/** The transform that puts a box where another one is. */
function onto(from: DOMRect, to: DOMRect, scale: number): string {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Where the cards go that leave the table, and whether they turn upside down on the way. */
export interface Leaving {
  to: number | null;
  turning: boolean;
}

/** Play the way from how the board was to how it is. */
export function travel(board: HTMLElement, before: Measured, leaving: Leaving): void {
  const after = measure(board);
  for (const [id, { rect, node, face }] of after.cards) {
    const was = before.cards.get(id);
    if (was && was.node !== node && was.face !== face) turn(node);
    const origin = was?.rect ?? before.seats.get(node.dataset.from ?? "");
    if (!origin) continue;
    const moved = Math.abs(origin.left - rect.left) + Math.abs(origin.top - rect.top) > 3;
    if (!moved) continue;
    const scale = was ? origin.width / rect.width : 0.5;
    node.animate(
      [
        { transform: onto(origin, rect, scale), opacity: was ? 1 : 0 },
        { opacity: 1, offset: 0.25 },
        { transform: "none", opacity: 1 },
      ],
      { duration: TRAVEL, easing: EASE },
    );
  }
  const target = after.seats.get(String(leaving.to));
  if (!target) return;
  for (const [id, { rect, node }] of before.cards) {
    if (!after.cards.has(id)) sendGhost(board, node, rect, target, leaving.turning);
  }
}

/** A card that has come to another place the other way up is seen to turn. */
function turn(node: HTMLElement): void {
  const card = node.querySelector("svg")?.parentElement;
  card?.animate([{ rotate: "-180deg" }, { rotate: "0deg" }], {
    duration: TRAVEL * 1.7,
    easing: EASE,
  });
}

function sendGhost(
  board: HTMLElement,
  node: HTMLElement,
  rect: DOMRect,
  target: DOMRect,
  turning: boolean,
): void {
  const ghost = node.cloneNode(true) as HTMLElement;
  const frame = board.getBoundingClientRect();
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "absolute",
    left: `${rect.left - frame.left + board.scrollLeft}px`,
    top: `${rect.top - frame.top + board.scrollTop}px`,
    width: `${rect.width}px`,
    margin: "0",
    zIndex: "30",
    pointerEvents: "none",
  });
  ghost.style.setProperty("--card-w", `${rect.width}px`);
  board.append(ghost);
  ghost
    .animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `${onto(target, rect, 0.4)} rotate(${turning ? 180 : 0}deg)`, opacity: 0 },
      ],
      { duration: turning ? TRAVEL * 1.7 : TRAVEL, easing: EASE },
    )
    .finished.finally(() => ghost.remove());
}
