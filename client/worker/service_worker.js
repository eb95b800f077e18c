// Makes the page work without a network: its files, the rules and the lessons are kept when a build is
// installed, replays when they are watched. What concerns a table (its state, its secrets, what is sent
// to it) never passes through here. scripts/worker.js fills in the build and its files.
//
// A page is always asked of the network first, so nobody is held to an old version; a new build brings
// its own files and takes over at once. The files of the build before stay until the next one, for
// pages that are still open.

const BUILD = "__BUILD__";
/** @type {string[]} */
const FILES = ["__FILES__"];

const SHELL = `shell ${BUILD}`;
const READ = "read";
const WATCHED = "watched";
const MOST_WATCHED = 60;
const PAGE = "/";
/** How long a page may take over the network before the kept one is shown. */
const PATIENCE = 6000;

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(install());
    worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(tidy().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== worker.location.origin) return;
    if (request.headers.has("Authorization")) return;
    if (request.mode === "navigate") {
        if (!url.pathname.startsWith("/api/")) event.respondWith(page(request));
    } else if (FILES.includes(url.pathname)) event.respondWith(file(request));
    else if (/^\/api\/(words|languages|games|rules|lessons)\b/.test(url.pathname))
        event.respondWith(fresh(request, READ));
    else if (/^\/api\/replays\/[^/]+(\/deals\/\d+)?$/.test(url.pathname))
        event.respondWith(fresh(request, WATCHED, MOST_WATCHED));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(show(event.notification.data));
});

async function install() {
    const shell = await caches.open(SHELL);
    await shell.addAll(FILES);
    const page = await fetch(PAGE);
    await shell.put(PAGE, page.clone());
    // Rules and lessons of every game and the words that the page does not bring, in its language.
    const html = await page.text();
    const lang = /<html lang="([a-z]+)"/.exec(html)?.[1] ?? "en";
    const games = await (await fetch(`/api/games?lang=${lang}`)).json();
    const read = await caches.open(READ);
    const paths = games.flatMap((/** @type {{ name: string }} */ { name }) => [
        `/api/rules/${name}?lang=${lang}`,
        `/api/lessons/${name}?lang=${lang}`,
    ]);
    paths.push(`/api/words/${lang}?part=later`);
    // They are worth having, but not worth failing for.
    await Promise.allSettled(paths.map((/** @type {string} */ path) => read.add(path)));
}

/** Lets go of what no page can still need. */
async function tidy() {
    const shells = (await caches.keys()).filter((name) => name.startsWith("shell "));
    const older = shells.filter((name) => name !== SHELL);
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

async function page(/** @type {Request} */ request) {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), PATIENCE);
    try {
        return await fetch(request, { signal: giveUp.signal });
    } catch {
        const kept = await (await caches.open(SHELL)).match(PAGE);
        return kept ?? Response.error();
    } finally {
        clearTimeout(timer);
    }
}

async function file(/** @type {Request} */ request) {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function fresh(/** @type {Request} */ request, /** @type {string} */ name, most = Infinity) {
    const cache = await caches.open(name);
    try {
        const answer = await fetch(request);
        if (answer.ok) {
            await cache.put(request, answer.clone());
            const kept = await cache.keys();
            if (kept.length > most) await cache.delete(/** @type {Request} */ (kept[0]));
        }
        return answer;
    } catch (error) {
        const kept = await cache.match(request, { ignoreVary: true });
        if (kept) return kept;
        throw error;
    }
}

/** Brings the table to the front: its own window, or a new one. */
async function show(/** @type {string} */ address) {
    const open = await worker.clients.matchAll({ type: "window" });
    const there = open.find((/** @type {{ url: string }} */ { url }) => url.split("#")[0] === address.split("#")[0]);
    return there ? there.focus() : worker.clients.openWindow(address);
}
