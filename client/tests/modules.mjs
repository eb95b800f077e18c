// Loads modules of the client as the browser would get them, for tests that run in Node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

export const root = fileURLToPath(new URL("..", import.meta.url));

const cacheDir = mkdtempSync(join(tmpdir(), "funicular-client-"));
const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    // Nothing is bundled beforehand: tests run side by side, and would spoil one another's bundles.
    cacheDir,
    plugins: [
        svelte({
            configFile: false,
            preprocess: vitePreprocess(),
            compilerOptions: { runes: true },
            prebundleSvelteLibraries: false,
        }),
    ],
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    ssr: { optimizeDeps: { noDiscovery: true, include: [] } },
});
after(async () => {
    await vite.close();
    rmSync(cacheDir, { recursive: true, force: true });
});

/** The module at this path of src/. */
export const load = (path) => vite.ssrLoadModule(`/src/${path}`);
