// A part of a game that is loaded when it is first needed, so that a visitor loads only what the page
// at hand shows.

export class Lazy<Part> {
    /** Whether it could not be loaded. */
    failed = $state(false);
    #part = $state.raw<Part | undefined>();
    #loading: Promise<Part> | null = null;
    #fetch: () => Promise<Part>;

    constructor(fetch: () => Promise<Part>) {
        this.#fetch = fetch;
    }

    /** The part, or undefined until it is there; reading this begins to load it. */
    get now(): Part | undefined {
        this.load().catch(() => {});
        return this.#part;
    }

    load(): Promise<Part> {
        this.#loading ??= this.#fetch().then(
            (part) => (this.#part = part),
            (error: unknown) => {
                this.failed = true;
                throw error;
            },
        );
        return this.#loading;
    }
}
