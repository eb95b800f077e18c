// A move that goes out by itself: one prepared before one's turn, and where the player likes it a
// pass or a card that leaves no choice. It is seen before it goes, and can be taken back. Nothing
// prepared outlives the trick or the deal it was prepared in, nor what it was chosen against.
import { answer } from "../announce";
import type { AnyDeal, Told } from "../deal";
import type { TableShown } from "../protocol";
import type { Settings } from "../settings.svelte";
import { say } from "../words.svelte";
import { amongPeople, breath, noteThought } from "./breath";
import type { MoveSubmission } from "./move_submission.svelte";
import { moveWithoutChoice } from "./move_without_choice";
import { momentOf, outcomeOf, type Plan, type Prepared } from "./prepared_move";
import { tableView } from "./table_view.svelte";

interface Source {
    table: TableShown;
    deal: AnyDeal;
    /** What has happened, as far as it is shown. */
    told: Told[];
    /** Whether a move of the planned kind is asked for now. */
    due: boolean;
    /** Whether one has no more part in the trick that lies: what is prepared now would be for the next. */
    done: boolean;
    settings: Settings;
    /** What a move is called on the button. */
    called(move: string): string;
}

export class PlannedMove {
    #plan = $state.raw<Prepared | null>(null);
    /** The move that is about to play itself. */
    alone = $state.raw<string | null>(null);
    /** The turn in which the player wanted to choose, where there is no choice. */
    #declined = "";
    #source: () => Source;
    #submission: MoveSubmission;

    constructor(source: () => Source, submission: MoveSubmission) {
        const live = tableView() !== undefined;
        this.#source = source;
        this.#submission = submission;

        $effect(() => {
            const { deal, told, due } = source();
            const plan = this.#plan;
            if (plan === null || (due && submission.busy)) return;
            const outcome = outcomeOf(plan, momentOf(deal, told), due);
            if (outcome.kind === "waits") return;
            this.#plan = null;
            if (outcome.kind === "goes") void submission.make(outcome.move, true, plan.turn);
            else if (outcome.why !== "deal")
                submission.note = say(`web.board.dropped-${outcome.why}`, { move: plan.text });
        });

        $effect(() => {
            const { table, deal, due, settings } = source();
            const people = amongPeople(table);
            const only = moveWithoutChoice(deal.legal, settings, people);
            if (!live || !due || only === null || submission.busy) return;
            if (this.#declined === this.#turn() || this.#plan !== null) return;
            this.alone = only;
            const timer = setTimeout(
                () => {
                    if (this.alone === only) void submission.make(only, true);
                    this.alone = null;
                },
                breath(people, table.pace),
            );
            return () => {
                clearTimeout(timer);
                this.alone = null;
            };
        });

        // How long one thinks where there is a choice: among people a move by itself takes no other time.
        $effect(() => {
            const { deal, due } = source();
            if (!live || !due || deal.legal.length < 2) return;
            const since = performance.now();
            return () => noteThought(performance.now() - since);
        });
    }

    #turn(): string {
        const { deal } = this.#source();
        return `${deal.number}.${deal.turn}`;
    }

    /** Whether a move may be prepared: not once one's part in the trick is over. */
    get open(): boolean {
        return !this.#source().done;
    }

    /** Prepare this move, for the turn in the trick that lies, against what lies. */
    prepare(plan: Plan): void {
        const { deal, told } = this.#source();
        if (this.open) this.#plan = { ...plan, for: momentOf(deal, told), chosenAgainst: plan.against() };
        else this.#submission.note = say("web.board.next-trick");
    }

    /** What is about to go out, as the button says it; null where nothing is. */
    get text(): string | null {
        if (this.alone !== null) return say("web.board.by-itself", { move: this.#source().called(this.alone) });
        return this.#plan && say("web.board.prepared", { move: this.#plan.text });
    }

    /** What the prepared move waits for; "" where it is for any turn. */
    get waits(): string {
        return (this.alone === null && this.#plan?.waits) || "";
    }

    takeBack(): void {
        if (this.text !== null) answer(say("web.speech.taken-back"));
        this.#declined = this.#turn();
        this.#plan = null;
        this.alone = null;
    }
}
