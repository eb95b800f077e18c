// A page that is all text waits for its fonts, so that its lines do not break elsewhere when they come.
// They are on their way already (`web/page.py`), and what the server has written is read meanwhile.
const FONTS = ["400 1em Federo", "400 1em 'Alegreya Sans'", "700 1em 'Alegreya Sans'"];
/** Milliseconds; after that the page comes without them. */
const PATIENCE = 1500;

export function fontsLoaded(): Promise<unknown> {
    const loaded = Promise.all(FONTS.map((font) => document.fonts.load(font)));
    return Promise.race([loaded.catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);
}
