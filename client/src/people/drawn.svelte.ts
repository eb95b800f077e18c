// The drawings of the faces, fetched when the first face is shown and kept: no page waits for them.
type Faces = typeof import("./faces");

let faces = $state.raw<Faces | null>(null);
let asked = false;
/** Milliseconds until they are asked for again, where they could not be had. */
const again = 5000;

function load(): void {
    // Without them coins stay blank, and the names beside them say who sits there.
    import("./faces").then(
        (loaded) => (faces = loaded),
        () => setTimeout(load, again),
    );
}

/** The drawings; null until they are here. Reading it in a component follows their arrival. */
export function drawings(): Faces | null {
    if (!asked) {
        asked = true;
        load();
    }
    return faces;
}
