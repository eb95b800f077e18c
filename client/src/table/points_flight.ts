// The points of a deal fly from the faces to the score sheet. They are copies over the page: nothing
// beneath them moves, and nothing waits for them.

const duration = 500;
let flying: HTMLElement[] = [];

/** Let a copy of each of these fly to the middle of `to`; copies still on their way are gone. */
export function flyPoints(from: Iterable<Element>, to: Element, tempo: number): void {
    for (const copy of flying) copy.remove();
    const end = to.getBoundingClientRect();
    flying = Array.from(from, (points) => {
        const start = points.getBoundingClientRect();
        const copy = document.createElement("span");
        copy.textContent = points.textContent;
        copy.ariaHidden = "true";
        copy.className = "flying-points";
        copy.style.left = `${start.left}px`;
        copy.style.top = `${start.top}px`;
        document.body.append(copy);
        const x = end.left + Math.min(end.width, 160) / 2 - start.left - start.width / 2;
        const y = end.top + Math.min(end.height, 96) / 2 - start.top;
        const way = copy.animate(
            [
                { transform: "none", opacity: 1 },
                { transform: "translateY(-0.6rem) scale(1.35)", opacity: 1, offset: 0.3 },
                { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0.2 },
            ],
            { duration: duration * tempo, easing: "cubic-bezier(.5,.1,.3,1)", fill: "both", delay: 250 * tempo },
        );
        way.onfinish = way.oncancel = () => copy.remove();
        return copy;
    });
}
