// A notification when it is one's turn and the page is out of sight. Asked for only by somebody's own
// tap in the settings, or at a table with people, never at the first sight.
import { untrack } from "svelte";
import { settings } from "../settings.svelte";
import { say } from "../words.svelte";

export const canNotify = "Notification" in globalThis && "serviceWorker" in navigator;

/** Switch it on, if the browser lets us; whether it is on now. */
export async function askToNotify(): Promise<boolean> {
    settings.notify = canNotify && (await Notification.requestPermission()) === "granted";
    return settings.notify;
}

/** Follow whose turn it is at a table; called as its page is set up. */
export function useTurnNotice(isMyTurn: () => boolean, game: () => string): void {
    $effect(() => {
        if (isMyTurn()) void notifyOfTurn(untrack(game)).catch(() => {});
        else void withdrawNotice().catch(() => {});
    });
    $effect(() => {
        const seen = (): void => {
            if (!document.hidden) void withdrawNotice().catch(() => {});
        };
        document.addEventListener("visibilitychange", seen);
        return () => document.removeEventListener("visibilitychange", seen);
    });
}

/** Tell of one's turn at this table, unless it is being looked at. */
export async function notifyOfTurn(game: string): Promise<void> {
    if (!settings.notify || !canNotify || !document.hidden || Notification.permission !== "granted") return;
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(say("web.room.your-turn"), {
        body: game,
        icon: "/icons/192.png",
        // One notification a table: the next turn replaces it.
        tag: location.pathname,
        data: location.origin + location.pathname,
    });
}

/** Take it away once the table is looked at again. */
export async function withdrawNotice(): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const notice of (await worker?.getNotifications({ tag: location.pathname })) ?? []) notice.close();
}
