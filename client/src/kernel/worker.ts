// The worker in which the kernels think, so that the page never waits: one question after the other.
// The module of a game is loaded when it is first asked about.
import { KernelRefusal, WasmKernel, kernelName } from "./wasm_kernel";
import type { Questions } from "./wasm_kernel";

export type Question<What extends keyof Questions = keyof Questions> = {
    [W in What]: { id: number; what: W; request: Questions[W][0] };
}[What];
export type Found = Questions[keyof Questions][1];
export type Answer = { id: number } & ({ found: Found } | { refused: string } | { failed: string });

const MODULES = import.meta.glob<string>("./modules/*.wasm", { query: "?url", import: "default", eager: true });
const kernels = new Map<string, Promise<WasmKernel>>();

async function loaded(name: string): Promise<WasmKernel> {
    const address = MODULES[`./modules/${name.replaceAll("-", "_")}.wasm`];
    if (!address) throw new KernelRefusal("game");
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // Some proxies forget its type, without which a browser does not compile while it loads.
    const streams = response.headers.get("Content-Type") === "application/wasm";
    const module = streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
    return new WasmKernel(await module);
}

function kernelOf(game: string): Promise<WasmKernel> {
    const name = kernelName(game);
    let kernel = kernels.get(name);
    if (!kernel) {
        kernel = loaded(name);
        // What could not be loaded is asked for again next time.
        kernel.catch(() => kernels.delete(name));
        kernels.set(name, kernel);
    }
    return kernel;
}

function answers<What extends keyof Questions>(kernel: WasmKernel, { what, request }: Question<What>): Found {
    const ask = kernel[what] as (request: Questions[What][0]) => Found;
    return ask.call(kernel, request);
}

async function answer(question: Question): Promise<Answer> {
    const { id } = question;
    try {
        const kernel = await kernelOf(question.request.game);
        const found = answers(kernel, question);
        return { id, found };
    } catch (error) {
        return error instanceof KernelRefusal ? { id, refused: error.reason } : { id, failed: String(error) };
    }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => self.postMessage(await answer(data));
