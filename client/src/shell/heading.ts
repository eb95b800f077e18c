// After a link within the client was followed, one begins at the heading of the new page, as if the
// browser had loaded it: a screen reader reads it, and the next Tab goes on from there.

let waiting: MutationObserver | null = null;

/** Put the focus on the page's heading: now, or when it is there, unless the visitor was faster. */
export function focusHeading(): void {
    waiting?.disconnect();
    if (take()) return;
    waiting = new MutationObserver(() => {
        const moved = document.activeElement !== null && document.activeElement !== document.body;
        if (moved || take()) waiting?.disconnect();
    });
    waiting.observe(document.body, { childList: true, subtree: true });
}

function take(): boolean {
    const heading = document.querySelector("h1");
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
}
