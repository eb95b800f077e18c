// Reactions: what they look like; the words for them are `web.chat.reaction.NAME`.
import type { Line, React } from "../protocol";
import { say } from "../words.svelte";

export type Reaction = React["reaction"];

const faces: Record<Reaction, string> = {
    bravo: "👏",
    thanks: "🙏",
    ouch: "😬",
    laugh: "😄",
    think: "🤔",
    wave: "👋",
};

export const reactions = Object.entries(faces) as [Reaction, string][];

export function faceOf(reaction: Reaction): string {
    return faces[reaction];
}

export function reactionName(reaction: Reaction): string {
    return say(`web.chat.reaction.${reaction}`);
}

/** A line of the chat as a sentence. */
export function spoken(line: Line): string {
    const text = line.reaction ? `${faces[line.reaction]} ${reactionName(line.reaction)}` : (line.text ?? "");
    return say("web.chat.line", { name: line.name, text });
}
