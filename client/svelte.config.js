// How Svelte compiles this client: runes everywhere, TypeScript in components.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
    preprocess: vitePreprocess(),
    compilerOptions: { runes: true },
};
