// What somebody at the table says, beside them for a while; a spectator has no seat, and gets a message.
import type { TableView } from "../board/table_view.svelte";
import type { Line } from "../protocol";
import { toast } from "../shell/toasts.svelte";
import { faceOf, reactionName, spoken } from "./reactions";

/** Long enough to read it twice. */
const least = 4000;
const perLetter = 70;

/** For as long as the component that calls this lives: show what was said. */
export function useBubbles(view: TableView): (line: Line) => void {
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    $effect(() => () => timers.forEach((timer) => clearTimeout(timer)));

    return (line) => {
        const { seat, name } = line;
        if (seat === null) {
            toast(spoken(line));
            return;
        }
        const text = line.reaction ? `${faceOf(line.reaction)} ${reactionName(line.reaction)}` : (line.text ?? "");
        view.bubbles = { ...view.bubbles, [seat]: { name, text } };
        clearTimeout(timers.get(seat));
        const end = (): void => {
            const { [seat]: _, ...others } = view.bubbles;
            view.bubbles = others;
        };
        timers.set(seat, setTimeout(end, least + perLetter * text.length));
    };
}
