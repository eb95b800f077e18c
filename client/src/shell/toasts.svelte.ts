// Short messages that pass: a refusal, a copied link. Read out politely, and gone by themselves.

export interface Toast {
    id: number;
    text: string;
    kind: "info" | "refusal";
}

/** Long enough to read it twice. */
const least = 4000;
const perLetter = 70;

let next = 0;
const state = $state({ toasts: [] as Toast[] });

export function toasts(): Toast[] {
    return state.toasts;
}

export function toast(text: string, kind: Toast["kind"] = "info"): void {
    const id = next++;
    const others = state.toasts.filter((other) => other.text !== text).slice(-2);
    state.toasts = [...others, { id, text, kind }];
    setTimeout(() => dismiss(id), least + perLetter * text.length);
}

export function dismiss(id: number): void {
    state.toasts = state.toasts.filter((toast) => toast.id !== id);
}
