// What the server has put into the page itself, so that the first sight waits for nothing: its answers,
// by the path that they would have been asked for at. Where there are none (a page from a cache, the
// development server, a test without a page) everything is asked for as ever.
const answers = read(typeof document === "undefined" ? null : document.getElementById("given"));

function read(block: HTMLElement | null): Record<string, unknown> {
    try {
        return block?.textContent ? (JSON.parse(block.textContent) as Record<string, unknown>) : {};
    } catch {
        return {};
    }
}

/** The answer at this path; undefined where it has to be asked for. */
export function given<T>(path: string): T | undefined {
    return answers[path] as T | undefined;
}
