// Lets cards be seen to move. Every card on the table carries `data-card` with its identity and
// every seat `data-seat`; before the table changes it is measured, and afterwards each card travels
// from where it was. A new card comes from the seat in `data-from`, and one that has gone leaves a
// ghost that travels to a seat.

const TRAVEL = 420;
const EASE = "cubic-bezier(.25,.75,.25,1)";

type Rects = Map<string, { rect: DOMRect; node: HTMLElement }>;

export interface Measured {
  cards: Rects;
  seats: Map<string, DOMRect>;
}

export function measure(board: HTMLElement): Measured {
  const cards: Rects = new Map();
  for (const node of board.querySelectorAll<HTMLElement>("[data-card]")) {
    cards.set(node.dataset.card!, { rect: node.getBoundingClientRect(), node });
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

/** Play the way from how the board was to how it is; cards that have gone go to this seat. */
export function travel(board: HTMLElement, before: Measured, goneTo: number | null): void {
  const after = measure(board);
  for (const [id, { rect, node }] of after.cards) {
    const was = before.cards.get(id);
    const origin = was?.rect ?? before.seats.get(node.dataset.from ?? "");
    if (!origin) continue;
    const moved = Math.abs(origin.left - rect.left) + Math.abs(origin.top - rect.top) > 3;
    if (!moved) continue;
    const scale = was ? origin.width / rect.width : 0.5;
    node.animate(
      [
        { transform: onto(origin, rect, scale), opacity: was ? 1 : 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: TRAVEL, easing: EASE },
    );
  }
  const target = after.seats.get(String(goneTo));
  if (!target) return;
  for (const [id, { rect, node }] of before.cards) {
    if (!after.cards.has(id)) sendGhost(board, node, rect, target);
  }
}

function sendGhost(board: HTMLElement, node: HTMLElement, rect: DOMRect, target: DOMRect): void {
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
        { transform: onto(target, rect, 0.4), opacity: 0 },
      ],
      { duration: TRAVEL, easing: EASE },
    )
    .finished.finally(() => ghost.remove());
}
