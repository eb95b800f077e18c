// The service worker, which keeps the page for times without a network and shows notifications. Who
// does not want it switches it off in the settings: then it is gone, with all that it kept.
import { settings } from "../settings.svelte";
import { toast } from "../shell/toasts.svelte";
import { say } from "../words.svelte";

const address = "/service_worker.js";

async function install(): Promise<void> {
  await navigator.serviceWorker.register(address, { updateViaCache: "none" });
}

async function remove(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  await Promise.all(all.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Install it once the page is there, as the settings say; called once, at the start. */
export function useServiceWorker(): void {
  addEventListener("offline", () => toast(say("web.offline.now")));
  // The development server makes its files anew all the time.
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const follow = (): void => {
    $effect.root(() => {
      $effect(() => {
        // A browser may refuse it, in a private window for one: the page works without.
        void (settings.offline ? install() : remove()).catch(() => {});
      });
    });
  };
  if (document.readyState === "complete") follow();
  else addEventListener("load", follow, { once: true });
}
