// Tells a screen reader what happens, politely and in order: what is added while something is being
// read waits for its turn. Everything is a line of its own in a log, so that the same words said
// twice are heard twice.

/** So many lines stay in a log; older ones have long been read. */
const MOST = 20;
/** Some screen readers drop what is added while they begin to read: so long between two additions. */
const REST = 400;

/** The logs that are there: the page's, put there as it starts, and that of each dialog over it, the uppermost last. */
const logs: HTMLElement[] = [];
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let last: Promise<void> = Promise.resolve();
/** Counts the pages: what is still to be said of one that was left is not said. */
let page = 0;

/** Give this element a log. What is behind a dialog is not read out, so every dialog needs its own. */
export function addLog(parent: Element): () => void {
    const log = document.createElement("div");
    log.setAttribute("aria-live", "polite");
    log.setAttribute("role", "log");
    log.className = "unseen";
    parent.append(log);
    logs.push(log);
    return () => {
        log.remove();
        logs.splice(logs.indexOf(log), 1);
    };
}

function write(texts: string[]): void {
    const log = logs.at(-1);
    if (!log) return;
    for (const text of texts) {
        const line = document.createElement("p");
        line.textContent = text;
        log.append(line);
    }
    while (log.childElementCount > MOST) log.firstElementChild?.remove();
}

function next(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    write(waiting);
    waiting = [];
    timer = setTimeout(next, REST);
}

/** Say this after all that was announced before it, also where its words are still to come. */
export function announce(text: string | Promise<string>): void {
    const of = page;
    last = last.then(async () => {
        const said = await Promise.resolve(text).catch(() => "");
        if (!said || of !== page) return;
        waiting.push(said);
        // Together with what else happens at this moment.
        timer ??= setTimeout(next);
    });
}

/** The answer to something that the player has just done: it waits for nothing. */
export function answer(text: string): void {
    if (text) write([text]);
}

/** Another page comes: what was said of the one before is neither said nor read there any more. */
export function leavePage(): void {
    page += 1;
    waiting = [];
    for (const log of logs) log.replaceChildren();
}
