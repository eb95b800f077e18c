// Where we are: the path of the page, followed without loading it anew.

const here = $state({ path: location.pathname, search: location.search, hash: location.hash });

export function place(): { path: string; search: string; hash: string } {
    return here;
}

function look(): void {
    here.path = location.pathname;
    here.search = location.search;
    here.hash = location.hash;
}

/** Go to another page of this client. */
export function go(to: string): void {
    // Asked of the browser, not of `here`: an effect that goes somewhere must not run again, and go
    // there again, whenever the visitor has gone elsewhere.
    const before = location.pathname;
    history.pushState(null, "", to);
    look();
    if (location.pathname !== before) scrollTo(0, 0);
}

/** Note in the address how the page of this path stands. Once it has been left, this does nothing. */
export function noteInAddress(path: string, search: string): void {
    if (location.pathname !== path) return;
    history.replaceState(null, "", path + search);
    look();
}

/** Follow links within this client without a reload; called once, at the start. */
export function useRouter(): void {
    addEventListener("popstate", look);
    addEventListener("hashchange", look);
    document.addEventListener("click", (click) => {
        const link = (click.target as Element | null)?.closest("a");
        if (!link || click.defaultPrevented || click.button !== 0) return;
        if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
        if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
        if (link.pathname.startsWith("/api/")) return;
        if (link.pathname === location.pathname && link.hash) return;
        click.preventDefault();
        go(link.pathname + link.search + link.hash);
    });
}
