// The drawings of the faces, fetched when the first face is shown and kept: no page waits for them.
type Faces = typeof import("./faces");

let faces = $state.raw<Faces | null>(null);
let asked = false;

/** The drawings; null until they are here. Reading it in a component follows their arrival. */
export function drawings(): Faces | null {
  if (!asked) {
    asked = true;
    // Without them coins stay blank, and the names beside them say who sits there.
    import("./faces").then((loaded) => (faces = loaded), () => (asked = false));
  }
  return faces;
}
