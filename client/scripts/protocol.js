// Makes src/protocol.ts from docs/protocol.schema.json: the types of all that goes over the wire, and
// how long the table rests for each event.
// `npm run protocol` writes it; with --check it only says whether the file has fallen behind.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const schema = new URL("../../docs/protocol.schema.json", import.meta.url);
const types = new URL("../src/protocol.ts", import.meta.url);

// The generator knows a tuple only by the older drafts' spelling of it.
const tuples = (/** @type {string} */ _, /** @type {any} */ value) =>
    value?.prefixItems ? { ...value, prefixItems: undefined, items: value.prefixItems } : value;

const { paces, pauses, ...protocol } = JSON.parse(await readFile(schema, "utf8"), tuples);
// Without a title of its own a definition is named by its key, which is what the server calls it.
for (const part of Object.values(protocol.$defs)) delete part.title;

const made = await compile(protocol, "FunicularProtocol", {
    additionalProperties: false,
    unreachableDefinitions: true,
    bannerComment:
        "// The messages between client and server. Made by `npm run protocol` from\n" +
        "// docs/protocol.schema.json, which is made from the server's own types: not to be edited.",
    style: { printWidth: 100 },
});
/** A value as TypeScript writes it, each innermost object on a line of its own. */
const literal = (/** @type {any} */ value) =>
    JSON.stringify(value, null, 2)
        .replaceAll(/"(\w+)":/g, "$1:")
        .replaceAll(/(?<=: )\{[^{}]+\}/g, (inner) => inner.replaceAll(/\s+/g, " "));
const constants = `
/** What each pace makes of the pauses that events have at the normal one. */
export const PACES: Readonly<Record<TableShown["pace"], number>> = ${literal(paces)};

/** How long the table rests for each event, by the kind of the deal and the type of the event. */
export const EVENT_PAUSES: Readonly<Record<string, Readonly<Record<string, EventPause>>>> = ${literal(pauses)};
`;
// Where each type stands in the schema is known from its name.
const text = (made + constants)
    .replaceAll(/ \*\n \* This interface was referenced by .*\n \* via the .*\n/g, "")
    .replaceAll(/\/\*\*\n \* This interface was referenced by .*\n \* via the .*\n \*\/\n/g, "");

if (process.argv.includes("--check")) {
    if ((await readFile(types, "utf8")) !== text) {
        console.error("client/src/protocol.ts has fallen behind: npm run protocol");
        process.exitCode = 1;
    }
} else {
    await writeFile(types, text);
}
