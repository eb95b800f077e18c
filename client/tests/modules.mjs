// Loads modules of the client as the browser would get them, for tests that run in Node.
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

export const root = fileURLToPath(new URL("..", import.meta.url));

const vite = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { runes: true } })],
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});
after(() => vite.close());

/** The module at this path of src/. */
export const load = (path) => vite.ssrLoadModule(`/src/${path}`);
