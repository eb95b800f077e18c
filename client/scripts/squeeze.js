// Puts a compressed twin (.gz and .br) beside every file of the build that gets smaller by it, so that
// the server sends bytes it has at hand, and prints what a first visit loads.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../../src/funicular/web/client", import.meta.url));
const squeezed = /\.(html|js|css|svg|json|txt|wasm)$/;

/** @type {Map<string, number>} */
const sizes = new Map();
for (const name of await readdir(folder, { recursive: true })) {
    if (!squeezed.test(name)) continue;
    const path = join(folder, name);
    const bytes = await readFile(path);
    const zipped = gzipSync(bytes, { level: 9 });
    sizes.set(name, zipped.length);
    await writeFile(`${path}.gz`, zipped);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
}

// What index.html names is what everybody loads; the rest comes when it is wanted.
const index = await readFile(join(folder, "index.html"), "utf8");
const first = [...sizes].filter(([name]) => name === "index.html" || index.includes(name));
const total = first.reduce((sum, [, size]) => sum + size, 0);
const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [name, size] of sizes) console.log(`${kB(size).padStart(10)}  ${name}`);
console.log(`First load: ${kB(total)} gzipped, without fonts and words.`);
