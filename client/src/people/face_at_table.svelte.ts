// Another face, chosen while one sits at a table: the table is told, so that the others see it.
import type { Sitting } from "../table/sitting.svelte";
import { drawings } from "./drawn.svelte";
import { ownFace } from "./own_face.svelte";

/** Whoever walks along the faces by keyboard tells only the one where they stop. */
const PAUSE = 600;

/** For as long as the component that calls this lives. */
export function useFaceAtTable(sitting: Sitting): void {
    // What was chosen before is told on sitting down.
    let told = ownFace.chosen;
    $effect(() => {
        const face = ownFace.chosen;
        if (face === told) return;
        const timer = setTimeout(() => {
            told = face;
            const { table } = sitting.line;
            const chair = table && table.you !== null ? table.chairs[table.you] : undefined;
            // The name's own has no choice behind it, and is told by its number.
            const worn = face ?? (chair && drawings()?.faceOfName(chair.name));
            if (chair && worn !== undefined) void sitting.do({ do: "rename", name: chair.name, face: worn });
        }, PAUSE);
        return () => clearTimeout(timer);
    });
}
