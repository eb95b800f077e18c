// On a small phone the verdict may stand above what one sees of the board: it is brought into sight.
export function inSight(element: HTMLElement): void {
    element.scrollIntoView({ block: "nearest" });
}
