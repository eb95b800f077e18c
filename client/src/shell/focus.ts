// Where the focus goes when what had it disappears: never to the page's body, from where a keyboard or a
// screen reader would have to begin again. Places that are next say so with `data-focus-next`:
//
//   sheet    what came of a deal, over the table
//   bid      the bids, while one is asked for
//   card     the hand
//
// Without any, it is the page's heading. A heading that is only passed through (`data-passing`) gives way
// as soon as one of them is there; a sheet and bids take the focus when they appear from the hand and the
// actions too. Nothing is taken from a person who types or is in a dialog, nor given on a page where
// nothing has had the focus yet. A bid, and what somebody did not wait for, is never put under a finger:
// then the bids as a whole, or the heading of the sheet, get the focus.

const PLACES = ["sheet", "bid", "card"] as const;
const CLAIM = new Set<string>(["sheet", "bid"]);
const BUTTONS = "button:not(:disabled), a[href]";

/** What had the focus last. */
let last: Element | null = null;
/** The places that have been there before: they take the focus no more. */
const known = new WeakSet<Element>();

/** Look after the focus of the whole page; called once, at the start. */
export function useFocusGuard(): void {
    document.addEventListener("focusin", ({ target }) => (last = target as Element));
    new MutationObserver(notice).observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ["disabled", "hidden", "data-focus-next"],
    });
    // The first key on a page goes to where one would look; Tab finds its own way.
    document.addEventListener("keydown", (press) => {
        if (press.key === "Tab" || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return;
        requestAnimationFrame(() => onBody() && focusNext());
    });
}

const onBody = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isOut = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

const isGone = (element: Element): boolean => isOut(element) || !element.checkVisibility();

/** Whether what has changed is looked at with the next frame. */
let waits = false;

/** Something has changed: look after the focus at once where what had it is out, else with the next frame.

    Whether something can be seen is a matter of styles, which are worked out once a frame; to ask for them at
    every change would work them out as often, and a page that loads changes all the time. */
function notice(): void {
    const active = onBody() ? last : document.activeElement;
    if (active === null) return;
    if (isOut(active)) tend();
    else if (!waits) {
        waits = true;
        requestAnimationFrame(() => {
            waits = false;
            tend();
        });
    }
}

function tend(): void {
    // What was disabled loses the focus only with the next frame.
    const active = document.activeElement;
    if (active === null || onBody() || isGone(active)) {
        if (last !== null && isGone(last)) focusNext();
        return;
    }
    const place = nextPlace();
    if (place === null) return;
    const isNew = !known.has(place);
    known.add(place);
    if (active.matches("[data-passing]")) enter(place, false);
    else if (isNew && CLAIM.has(place.dataset.focusNext!) && isAtTable(active) && !place.contains(active))
        enter(place, true);
}

const isAtTable = (element: Element): boolean =>
    element.closest("[data-kind]") !== null && element.closest("input, textarea, select, dialog") === null;

/** The place where one would look next; null where none is declared. */
function nextPlace(): HTMLElement | null {
    for (const kind of PLACES) {
        for (const place of document.querySelectorAll<HTMLElement>(`[data-focus-next="${kind}"]`))
            if (place.checkVisibility()) return place;
    }
    return null;
}

/** Put the focus where one would look next. */
function focusNext(): void {
    const dialog = [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1);
    const place = dialog ? null : nextPlace();
    if (place) known.add(place);
    if (place && enter(place, false)) return;
    focusOn((dialog ?? document).querySelector<HTMLElement>(dialog ? "h2" : "h1"));
}

/** Put the focus there; `busy` where somebody was about to do something else. */
function enter(place: HTMLElement, busy: boolean): boolean {
    if (place.dataset.focusNext === "bid") return focusOn(place);
    const first = place.querySelector<HTMLElement>("[tabindex='0'], .primary");
    const heading = place.querySelector<HTMLElement>("h2");
    return focusOn(busy ? (heading ?? first) : (first ?? heading));
}

function focusOn(element: HTMLElement | null): boolean {
    if (!element) return false;
    if (!element.matches(`${BUTTONS}, input, [tabindex]`)) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    return document.activeElement === element;
}
