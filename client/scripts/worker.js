// Puts the service worker into the build: the one of worker/, with the files that it keeps, which are
// known only now, and a name for this build that changes with any of them.
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = new URL("../worker/service_worker.js", import.meta.url);
const folder = fileURLToPath(new URL("../../src/funicular/web/client", import.meta.url));
// Old browsers' fonts are left out, and so are the pictures that only other sites ask for.
const kept = /^(assets\/.*\.(js|css|woff2)|favicon\.svg|icons\/192\.png)$/;

const files = (await readdir(folder, { recursive: true })).filter((name) => kept.test(name)).sort();
const hash = createHash("sha256");
for (const name of [...files, "index.html"]) hash.update(name).update(await readFile(join(folder, name)));
const text = await readFile(source, "utf8");
const blanks = {
    '"__BUILD__"': JSON.stringify(hash.digest("hex").slice(0, 16)),
    '["__FILES__"]': JSON.stringify(files.map((name) => `/${name}`)),
};
const worker = Object.entries(blanks).reduce((filled, [blank, value]) => {
    if (!filled.includes(blank)) throw new Error(`the service worker has no ${blank} to fill in`);
    return filled.replace(blank, () => value);
}, text);
await writeFile(join(folder, "service_worker.js"), worker);
