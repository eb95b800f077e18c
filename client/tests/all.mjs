// Runs every test of this folder in one process, so that the client's modules are made ready once.
import { readdirSync } from "node:fs";

// Where nothing but a loading module is waited for, Node may take the run for finished, and refuses the
// tests of the files that follow.
const running = setInterval(() => {}, 1000);
for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
  if (file.endsWith(".test.mjs")) await import(`./${file}`);
}
clearInterval(running);
