// The face of whoever sits before this browser: chosen once and kept here, and told to each table.
import { storage } from "../storage";

const state = $state({ face: storage.face() });

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
