// How the client is built: into the Python package, so that a wheel carries it and the server needs
// no Node. `npm run dev` serves it with a live reload and hands /api on to `funicular serve`.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.FUNICULAR_SERVER ?? "http://127.0.0.1:8765";

/** What one of these finds. */
const any = (...each: RegExp[]): RegExp => new RegExp(each.map(({ source }) => source).join("|"));

export default defineConfig({
    plugins: [svelte()],
    base: "/",
    build: {
        outDir: "../src/funicular/web/client",
        emptyOutDir: true,
        target: "es2022",
        // Browsers without `light-dark()` get it spelled out.
        cssTarget: ["chrome111", "firefox115", "safari16.4"],
        sourcemap: false,
        // A card drawn into the script would be loaded by everybody; as a file only by who needs it.
        assetsInlineLimit: 0,
        // For the server, which names the scripts of a page in its head.
        manifest: "build.json",
        reportCompressedSize: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
            output: {
                // What is needed together is one file, not a dozen: a browser asks for six at a time.
                codeSplitting: {
                    groups: [
                        // Every page.
                        {
                            name: "shell",
                            test: any(
                                /node_modules\/(svelte|esm-env|clsx)\//,
                                /src\/(shell|theme)\/(?!KeysDialog|ProblemScene|figures)/,
                                /src\/[^/]+\.(svelte|ts|css)$/,
                                /src\/home\/(open_table|quick_match|choices)\.ts$/,
                                /src\/table\/seats\.ts$/,
                                /src\/people\/(Face|drawn)\./,
                                /src\/games\/titles\./,
                            ),
                        },
                        // Every page with cards: rules, lessons, replays, tables; and what there is of a game's own.
                        {
                            name: "cards",
                            test: /src\/cards\/|src\/games\/(registry|game|lazy\.svelte|[^/]+\/(index|face))\.ts$/,
                        },
                        // Every page with a board.
                        { name: "board", test: /src\/board\/|src\/guide\/|src\/speech\/(trick_aloud|speech)\.ts$/ },
                        // Every page of a match, under way or over.
                        {
                            name: "match",
                            test: any(
                                /src\/table\/(ScoreSheet|House|PaceChoice|OtherDevices|ClockText)\.svelte/,
                                /src\/verify\/Commitment\.svelte/,
                                /src\/(ending\/turning_points|offline\/turn_notice\.svelte|what_if\/lines)\.ts$/,
                            ),
                        },
                    ],
                },
            },
        },
    },
    // The kernels' worker (src/kernel/worker.ts).
    worker: { format: "es" },
    server: { proxy: { "/api": { target: server, ws: true, changeOrigin: false } } },
});
