// The start of the gallery: all cards and boards without a table, for whoever works on the look. Its
// words come from a server: `funicular serve`, and `npm run dev` in client/.
// `/gallery.html?lang=fr&theme=dark&scene=3` shows one of its scenes alone, `?from=/scene.json` one
// that is fetched from there, and `&see=5` how it stood after five things.
import { mount } from "svelte";
import { settings, styled } from "../settings.svelte";
import { speak } from "../words.svelte";
import "../theme/tokens.css";
import "../theme/choices.css";
import "../theme/base.css";
import "../theme/contrast.css";
import type { Fixture } from "./fixture";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
const lang = query.get("lang") ?? "en";
const theme = query.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
// What a player chooses of the look: `&table=lake&handed=left`.
for (const name of styled) {
    const value = query.get(name);
    if (value) Object.assign(settings, { [name]: (document.documentElement.dataset[name] = value) });
}
const sort = query.get("sort");
if (sort === "rank" || sort === "side" || sort === "hand") settings.sort = sort;
await speak(lang);
const from = query.get("from");
const own = from ? ((await (await fetch(from)).json()) as Fixture) : null;
mount(Gallery, { target: document.getElementById("app")!, props: { query, lang, own } });
