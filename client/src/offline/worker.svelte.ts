// The service worker, which keeps the page for times without a network and shows notifications. Who
// does not want it switches it off in the settings: then it is gone, with all that it kept.
import { settings } from "../settings.svelte";
import { toast } from "../shell/toasts.svelte";
import { say } from "../words.svelte";

const address = "/service_worker.js";
/** So long the page has the line and the processor for itself, in ms: the worker fetches every file there is. */
const REST = 6000;

async function install(): Promise<void> {
    await navigator.serviceWorker.register(address, { updateViaCache: "none" });
}

async function remove(): Promise<void> {
    const all = await navigator.serviceWorker.getRegistrations();
    await Promise.all(all.map((registration) => registration.unregister()));
    for (const name of await caches.keys()) await caches.delete(name);
}

/** Resolves once the page has come to rest after loading, or is no longer looked at. */
async function rested(): Promise<void> {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    await new Promise<void>((done) => {
        setTimeout(done, REST);
        document.addEventListener("visibilitychange", () => done(), { once: true });
    });
}

/** Install it once the page has come to rest, as the settings say; called once, at the start. */
export function useServiceWorker(): void {
    addEventListener("offline", () => {
        // At a table its own mark says so, and covers less.
        if (!location.pathname.startsWith("/t/")) toast(say("web.offline.now"));
    });
    // The development server makes its files anew all the time.
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    void rested().then(() =>
        $effect.root(() => {
            $effect(() => {
                // A browser may refuse it, in a private window for one: the page works without.
                void (settings.offline ? install() : remove()).catch(() => {});
            });
        }),
    );
}
