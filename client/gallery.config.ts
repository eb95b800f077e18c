// How the gallery is built: into build/gallery, for tests and pictures of cards and boards that need
// no server. `npm run gallery`.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
    plugins: [svelte()],
    base: "/",
    publicDir: false,
    build: {
        outDir: process.env.FUNICULAR_GALLERY ?? "../build/gallery",
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        modulePreload: { polyfill: false },
        rollupOptions: { input: "gallery.html" },
    },
});
