// A seat played for one's profile: said to the server as soon as one sits there, so that the matches
// which begin afterwards count. Without a profile nothing is asked, and nothing is loaded.
import { storage } from "../storage";

const claimed = new Set<string>();
/** Nobody waits longer for it before a match begins. */
const patience = 3000;

/** Play for the profile at this table with this seat's token. Never refuses: it is only for the profile. */
export async function claimSeat(table: string, token: string): Promise<void> {
    const key = `${table} ${token} ${storage.profile()?.id ?? ""}`;
    if (!storage.profile() || claimed.has(key)) return;
    claimed.add(key);
    try {
        const { askSigned } = await import("../profile/key");
        const path = `/api/tables/${encodeURIComponent(table)}/claim`;
        await askSigned(path, {
            body: {},
            headers: { Authorization: `Bearer ${token}` },
            signal: AbortSignal.timeout(patience),
        });
    } catch {
        claimed.delete(key);
    }
}
