// What is said aloud at a table of Ascenseur.
import type { AscenseurDeal, AscenseurTold } from "../../protocol";
import { trickAloud } from "../../speech/trick_aloud";
import { anySpeech, type Moment } from "../../speech/speech";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { suitNamed } from "./face";
import { lastTrick } from "./picture";

type Now = Moment<AscenseurDeal>;

const RANKS = "23456789TJQKA";

const suit = (letter: string): string => say(`web.cards.suit.${suitNamed(letter)}`);

function trumps({ deal }: Now): string {
    const { trump } = deal.sight;
    return trump === null
        ? say("web.speech.ascenseur.no-trumps")
        : say("web.speech.ascenseur.trumps", { suit: suit(trump) });
}

/** The tricks that are still to be taken, or were too many. */
function need({ deal }: Now, you: number): string {
    const left = (deal.sight.bids[you] ?? 0) - (deal.sight.tricks[you] ?? 0);
    if (left === 0) return say("web.speech.ascenseur.enough");
    return say(left > 0 ? "web.speech.ascenseur.need" : "web.speech.ascenseur.over", { n: Math.abs(left) });
}

/** Who has played what in this trick, in order. */
function plays({ deal, names }: Now): { seat: number; player: string; card: string }[] {
    const { trick, leader, bids } = deal.sight;
    return trick.map((card, i) => {
        const seat = (leader + i) % bids.length;
        return { seat, player: names[seat] ?? "", card };
    });
}

/** The card that takes the trick as it lies. */
function best(now: Now): { player: string; card: string } {
    const { trump, trick } = now.deal.sight;
    const led = trick[0]!.slice(-1);
    const worth = (card: string): number =>
        RANKS.indexOf(card[0]!) + (card.endsWith(trump ?? "-") ? 100 : card.endsWith(led) ? 0 : -100);
    return plays(now).reduce((top, play) => (worth(play.card) > worth(top.card) ? play : top));
}

const bidding = ({ deal }: Now): boolean => deal.legal[0]?.startsWith("bid ") ?? false;

/** The bids made so far, of those who have bid. */
function bids({ deal, names }: Now): string[] {
    return deal.sight.bids.flatMap((bid, seat) =>
        bid === null ? [] : [say("web.speech.ascenseur.bid-of", { player: names[seat] ?? "", n: bid })],
    );
}

/** The bid that is forbidden; "" where there is none. */
function barred({ deal }: Now): string {
    const all = Array.from({ length: deal.sight.cards + 1 }, (_, bid) => bid);
    const bid = all.find((each) => !deal.legal.includes(`bid ${each}`));
    return bid === undefined ? "" : say("web.speech.ascenseur.barred", { n: bid });
}

export const speech = anySpeech<AscenseurDeal>({
    turn(now, you) {
        const { cards, trick } = now.deal.sight;
        if (bidding(now)) {
            const facts = [trumps(now), ...bids(now), barred(now)].filter(Boolean).join(", ");
            return say("web.speech.ascenseur.bid", { n: cards, facts });
        }
        const values = { trumps: trumps(now), need: need(now, you) };
        if (trick.length === 0) return say("web.speech.ascenseur.lead", values);
        const top = best(now);
        return say("web.speech.ascenseur.follow", {
            ...values,
            suit: suit(trick[0]!.slice(-1)),
            card: cardKind.spoken(top.card),
            player: top.player,
        });
    },
    turnInBrief(now, you) {
        const { trick } = now.deal.sight;
        if (bidding(now)) return say("web.speech.ascenseur.bid-brief");
        if (trick.length === 0) return say("web.speech.ascenseur.lead-brief", { need: need(now, you) });
        return say("web.speech.ascenseur.follow-brief", { suit: suit(trick[0]!.slice(-1)), need: need(now, you) });
    },
    table(now) {
        const { upcard } = now.deal.sight;
        const lying = plays(now).map(({ player, card }) =>
            say("web.speech.of", { player, what: cardKind.spoken(card) }),
        );
        return [
            lying.length > 0 ? say("web.speech.ascenseur.trick", { plays: lying.join("; ") }) : say("web.speech.empty"),
            say("web.speech.sentence", { text: trumps(now) }),
            upcard === null
                ? ""
                : say("web.speech.sentence", {
                      text: say("web.board.ascenseur.upcard", { card: cardKind.spoken(upcard) }),
                  }),
        ]
            .filter(Boolean)
            .join(" ");
    },
    player({ deal }, seat) {
        const { bids, tricks, dealer } = deal.sight;
        const bid = bids[seat] ?? null;
        return [
            bid === null
                ? say("web.board.ascenseur.no-bid")
                : say("web.speech.ascenseur.contract", { bid, n: tricks[seat] ?? 0 }),
            ...(dealer === seat ? [say("web.speech.ascenseur.dealer")] : []),
        ];
    },
    last: (now) => trickAloud(lastTrick(now.told as AscenseurTold[]), now, cardKind),
    left({ deal }) {
        const { cards, tricks, trick, leader } = deal.sight;
        const full = cards - tricks.reduce((sum, won) => sum + won, 0);
        const played = new Set(trick.map((_, i) => (leader + i) % tricks.length));
        return tricks.map((_, seat) => full - (played.has(seat) ? 1 : 0));
    },
});
