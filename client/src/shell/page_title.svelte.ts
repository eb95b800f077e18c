// What a page is called in the browser's tab and its history: no two pages share a name.

/** Call the page so for as long as the component lives. */
export function pageTitle(text: () => string): void {
    $effect(() => {
        document.title = `${text()} – Funicular`;
    });
}
