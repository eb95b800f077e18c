// The face of whoever sits before this browser: chosen once and kept here, and told to each table.
import { storage } from "../storage";

/** So many faces are drawn (`faces.ts`), and the server takes no other number. */
const faces = 24;

const stored = storage.face();
const drawn = Number.isInteger(stored) && stored !== null && stored >= 0 && stored < faces;
const state = $state({ face: drawn ? stored : null });

export const ownFace = {
    /** Its number in the set; null for the one that goes with the name. */
    get chosen(): number | null {
        return state.face;
    },
    set chosen(face: number | null) {
        state.face = face;
        storage.saveFace(face);
    },
};
