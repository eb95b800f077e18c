// What ESLint checks: typescript-eslint's strict set with types, Svelte's own, and nothing that Prettier
// or the compiler says already. Each rule that is off says why, as in ruff's list in pyproject.toml.
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
    { ignores: ["src/protocol.ts", "src/kernel/modules/"] },
    js.configs.recommended,
    // Prettier breaks what it can; texts and comments are broken by whoever writes them.
    { rules: { "max-len": ["error", { code: 120, ignorePattern: "^ *@container" }] } },
    {
        files: ["src/**/*.ts", "src/**/*.svelte"],
        extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked, svelte.configs.recommended],
        languageOptions: {
            globals: globals.browser,
            parserOptions: {
                projectService: true,
                tsconfigRootDir: import.meta.dirname,
                extraFileExtensions: [".svelte"],
            },
        },
    },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    {
        files: ["src/**/*.ts", "src/**/*.svelte"],
        rules: {
            // Numbers are written into paths, styles and sentences as they are.
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            // `() => close()` is what a handler looks like, and `return close();` how one ends early.
            "@typescript-eslint/no-confusing-void-expression": [
                "error",
                { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
            ],
            // `() => {}` says that nothing is to be done.
            "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
            // With noUncheckedIndexedAccess, `!` is how an index that is known to be there is written.
            "@typescript-eslint/no-non-null-assertion": "off",
            // `void value;` says what an effect depends on.
            "@typescript-eslint/no-meaningless-void-operator": "off",
            // The types take for granted what a browser may lack, and that nothing changes while one waits.
            "@typescript-eslint/no-unnecessary-condition": "off",
            // Whoever asks for what was kept or sent says what it is: `given<T>(path)`.
            "@typescript-eslint/no-unnecessary-type-parameters": "off",
            // A name or a label that is empty is as good as none.
            "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: true }],
            // A card is read by the places of its letters: `card[0] === card[2]`.
            "@typescript-eslint/prefer-string-starts-ends-with": "off",
            // `_` is what has to be named and is not used.
            "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_" }],
            // What is watched is `$state`; a Map that only one function sees needs no watching.
            "svelte/prefer-svelte-reactivity": "off",
            // A word is spread into its letters on purpose, and so is a hand of suits.
            "@typescript-eslint/no-misused-spread": "off",
        },
    },
    {
        files: ["**/*.svelte"],
        rules: {
            // `{" "}` keeps a space that the formatter's next line would take away.
            "svelte/no-useless-mustaches": "off",
            // `let {}: { id: string } = $props();` says what a component is given that uses none of it.
            "no-empty-pattern": "off",
            // ESLint sees `any` where a component's types come from another component, a snippet or a
            // callback of the markup. svelte-check knows these types, and checks them.
            "@typescript-eslint/no-redundant-type-constituents": "off",
            "@typescript-eslint/no-unsafe-argument": "off",
            "@typescript-eslint/no-unsafe-assignment": "off",
            "@typescript-eslint/no-unsafe-call": "off",
            "@typescript-eslint/no-unsafe-member-access": "off",
            "@typescript-eslint/no-unsafe-return": "off",
            "@typescript-eslint/restrict-plus-operands": "off",
            "@typescript-eslint/restrict-template-expressions": "off",
        },
    },
    { files: ["*.config.ts"], languageOptions: { parser: ts.parser } },
    { files: ["scripts/**", "*.config.*", "tests/**"], languageOptions: { globals: globals.node } },
    { files: ["worker/**"], languageOptions: { globals: globals.serviceworker } },
);
