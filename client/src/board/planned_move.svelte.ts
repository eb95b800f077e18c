// A move that goes out by itself: one prepared before one's turn, and where the player likes it a
// pass or a card that leaves no choice. It is seen before it goes, and can be taken back.
import { answer } from "../announce";
import type { AnyDeal } from "../deal";
import type { Settings } from "../settings.svelte";
import { say } from "../words.svelte";
import type { MoveSubmission } from "./move_submission.svelte";
import { moveWithoutChoice } from "./move_without_choice";
import { tableView } from "./table_view.svelte";

/** How long a move that plays itself is seen before it goes, in milliseconds. */
const LOOK = 900;

export interface Plan {
    /** What the move is, as the button says it. */
    text: string;
    /** The legal move that this has become, or null where it is none. */
    find(): string | null;
}

interface Source {
    deal: AnyDeal;
    /** Whether a move of the planned kind is asked for now. */
    due: boolean;
    settings: Settings;
    /** What a move is called on the button. */
    called(move: string): string;
}

export class PlannedMove {
    plan = $state.raw<Plan | null>(null);
    /** The turn in which the player wanted to choose, where there is no choice. */
    #declined = "";

    constructor(source: () => Source, submission: MoveSubmission) {
        const live = tableView() !== undefined;
        const turn = (deal: AnyDeal): string => `${deal.number}.${deal.turn}`;
        let number = source().deal.number;

        $effect(() => {
            const { deal, due } = source();
            if (deal.number !== number) {
                number = deal.number;
                this.plan = null;
            }
            const { plan } = this;
            if (!due || plan === null || submission.busy) return;
            this.plan = null;
            const move = plan.find();
            if (move !== null) void submission.make(move, true);
            else submission.note = say("web.board.dropped", { move: plan.text });
        });

        $effect(() => {
            const { deal, due, settings } = source();
            const only = moveWithoutChoice(deal.legal, settings);
            if (!live || !due || only === null || submission.busy) return;
            if (this.#declined === turn(deal) || this.plan !== null) return;
            this.alone = only;
            const timer = setTimeout(() => {
                if (this.alone === only) void submission.make(only, true);
                this.alone = null;
            }, LOOK);
            return () => {
                clearTimeout(timer);
                this.alone = null;
            };
        });

        this.#turn = () => turn(source().deal);
        this.#called = (move) => source().called(move);
    }

    /** The move that is about to play itself. */
    alone = $state.raw<string | null>(null);
    #turn: () => string;
    #called: (move: string) => string;

    /** What is about to go out, as the button says it; null where nothing is. */
    get text(): string | null {
        if (this.alone !== null) return this.#called(this.alone);
        return this.plan?.text ?? null;
    }

    takeBack(): void {
        if (this.text !== null) answer(say("web.speech.taken-back"));
        this.#declined = this.#turn();
        this.plan = null;
        this.alone = null;
    }
}
