// Runs every test of this folder in one process, so that the client's modules are made ready once.
import { readdirSync } from "node:fs";

for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
  if (file.endsWith(".test.mjs")) await import(`./${file}`);
}
