// A kernel in Node for programs that are not: reads a question a line as JSON from standard input and
// writes the answer as a line. Numbers are written so that they read back as the same doubles. With
// `--seconds` each answer says how much processor time the kernel took.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import ts from "typescript";

const folder = new URL("../src/kernel/", import.meta.url);
const source = readFileSync(new URL("wasm_kernel.ts", folder), "utf8");
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
const script = ts.transpileModule(source, { compilerOptions: options }).outputText;
const { KernelRefusal, WasmKernel, kernelName } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

const timed = process.argv.includes("--seconds");
const kernels = new Map();
const kernelOf = (game) => {
    const name = kernelName(game).replace("-", "_");
    if (!kernels.has(name)) {
        kernels.set(
            name,
            new WasmKernel(new WebAssembly.Module(readFileSync(new URL(`modules/${name}.wasm`, folder)))),
        );
    }
    return kernels.get(name);
};

function answer({ what, ...request }) {
    const kernel = kernelOf(request.game);
    const before = process.cpuUsage();
    try {
        const found = kernel[what](request);
        const { user, system } = process.cpuUsage(before);
        return timed ? { ...found, seconds: (user + system) / 1e6 } : found;
    } catch (error) {
        if (error instanceof KernelRefusal) return { refused: error.reason };
        throw error;
    }
}

const text = (_key, value) => (typeof value === "bigint" ? String(value) : value);
for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)), text)}\n`);
}
