// Makes the pictures that are kept in public/: the previews of links, one a game, and the icons of the
// installed page. They are drawn from the page's own art (its scene, emblems, fonts and colours), so
// run this again when those change:  npm run pictures CHROMIUM
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const browser = process.argv[2] ?? "chromium";
const folder = mkdtempSync(join(tmpdir(), "funicular-pictures-"));

const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    cacheDir: join(folder, "cache"),
    plugins: [
        svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { runes: true, css: "injected" } }),
    ],
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
});
const { render } = await vite.ssrLoadModule("svelte/server");
const { default: Scene } = await vite.ssrLoadModule("/src/theme/Scene.svelte");
const { default: Emblem } = await vite.ssrLoadModule("/src/home/Emblem.svelte");

/**
 * The picture of a page of this size, as a PNG.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {string} html
 */
function shoot(name, width, height, html) {
    const page = join(folder, "page.html");
    writeFileSync(page, html);
    const to = join(root, "public", name);
    const size = `--window-size=${width},${height}`;
    const flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        "--default-background-color=00000000",
    ];
    execFileSync(browser, [...flags, size, `--screenshot=${to}`, `file://${page}`], { stdio: "ignore" });
}

const tokens = readFileSync(join(root, "src/theme/tokens.css"), "utf8");
const font = (/** @type {string} */ family, /** @type {string} */ file) =>
    `@font-face { font-family: "${family}"; src: url("file://${root}src/theme/fonts/${file}") }`;
const style = `${tokens}
${font("Federo", "federo-400.woff2")}
${font("Alegreya Sans", "alegreya-sans-400.woff2")}
* { box-sizing: border-box } body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: var(--sky) }
.scene { position: absolute; inset: 0 0 200px; }
.scene svg { max-height: none !important; width: 1200px; height: 430px }
.foot { position: absolute; inset: 430px 0 0; display: flex; align-items: center; gap: 44px; padding: 0 64px;
  background: var(--paper) }
.foot > svg { width: 144px !important; height: 144px !important }
h1 { margin: 0; font: 400 104px/1 "Federo"; color: var(--pine) }
p { margin: 0 0 0 auto; font: 400 44px "Federo"; color: var(--muted) }`;

/**
 * @param {string} name
 * @param {string} title
 * @param {boolean} emblem
 */
function preview(name, title, emblem) {
    const scene = render(Scene, {
        props: { slope: name === "dnpup" || name === "ascenseur-32" ? "falling" : "rising" },
    });
    const badge = emblem ? render(Emblem, { props: { game: name } }) : { head: "", body: "" };
    shoot(
        `preview/${name}.png`,
        1200,
        630,
        `<!doctype html><meta charset="utf-8"><style>${style}</style>${scene.head}${badge.head}
     <div class="scene">${scene.body}</div>
     <div class="foot">${badge.body}<h1>${title}</h1>${emblem ? "<p>Funicular</p>" : ""}</div>`,
    );
}

mkdirSync(join(root, "public/preview"), { recursive: true });
mkdirSync(join(root, "public/icons"), { recursive: true });
preview("funicular", "Funicular", false);
preview("auf-ab", "Auf &amp; Ab", true);
preview("dnpup", "dnpup", true);
preview("ascenseur-52", "Ascenseur 52", true);
preview("ascenseur-32", "Ascenseur 32", true);

const logo = readFileSync(join(root, "public/favicon.svg"), "utf8");
// A system that cuts its icons to a shape of its own gets the ground to the edges, the rest within.
const whole = logo
    .replace('rx="7"', "")
    .replace("<path", '<g transform="translate(4 4) scale(.75)"><path')
    .replace("</svg>", "</g></svg>");
for (const { name, size, drawing } of [
    { name: "192", size: 192, drawing: logo },
    { name: "512", size: 512, drawing: logo },
    { name: "maskable-512", size: 512, drawing: whole },
    { name: "apple-180", size: 180, drawing: whole },
]) {
    shoot(
        `icons/${name}.png`,
        size,
        size,
        `<!doctype html><style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
    );
}

await vite.close();
rmSync(folder, { recursive: true, force: true });
