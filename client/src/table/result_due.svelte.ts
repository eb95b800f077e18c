// When the result of a deal may cover the table: after its end was seen, with a sign at each face and
// the points on their way to the sheet. Who comes later finds it there at once.
import { PACES, type TableShown } from "../protocol";

interface Moment {
    phase: TableShown["phase"] | undefined;
    pace: TableShown["pace"];
    /** Whether the board has shown all that has happened. */
    settled: boolean;
}

/** Milliseconds at the normal pace. */
const rest = 1100;

/** For as long as the component that calls this lives; `seen` is called when the rest begins. */
export function useResultDue(now: () => Moment, seen: (tempo: number) => void): () => boolean {
    let due = $state(true);
    let before: Moment["phase"];
    $effect.pre(() => {
        const { phase } = now();
        if (before === "playing" && phase !== "playing") due = false;
        before = phase;
    });
    $effect(() => {
        const { settled, pace } = now();
        if (due || !settled) return;
        const tempo = PACES[pace];
        seen(tempo);
        const timer = setTimeout(() => (due = true), rest * tempo);
        return () => clearTimeout(timer);
    });
    return () => due;
}
