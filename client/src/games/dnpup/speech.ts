// What is said aloud at a table of dnpup.
import { counted } from "../../board/numbers";
import type { DnpupDeal } from "../../protocol";
import { anySpeech, type Moment } from "../../speech/speech";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { twoWay } from "./face";
import { numberOf, ownerOf } from "./zones";

type Now = Moment<DnpupDeal>;

/** No card is higher. */
const HIGHEST = 10;
/** What one does oneself in a turn. */
const OWN: readonly string[] = ["played", "added", "taken", "flipped"];

interface Meld {
    zone: string;
    cards: string[];
    size: number;
    value: number;
}

/** The melds that lie on the table, those of the others first. */
function melds({ deal, you }: Now): Meld[] {
    return Object.entries(deal.sight.melds)
        .filter(([, cards]) => cards.length > 0)
        .map(([zone, cards]) => ({ zone, cards, size: cards.length, value: twoWay(cards[0]!).active }))
        .toSorted((a, b) => Number(ownerOf(a.zone) === you) - Number(ownerOf(b.zone) === you));
}

function owner({ names }: Now, zone: string): string {
    const player = names[ownerOf(zone)] ?? "";
    const number = numberOf(zone);
    return number ? say("web.speech.dnpup.zone", { player, number }) : player;
}

const meld = ({ size, value }: Meld): string => say("web.speech.meld", counted(size, value));
const others = (now: Now): Meld[] => melds(now).filter(({ zone }) => ownerOf(zone) !== now.you);
const list = (now: Now): string =>
    others(now)
        .map((each) => say("web.speech.of", { player: owner(now, each.zone), what: meld(each) }))
        .join("; ");

/** Where a meld laid now would lie, at a table of two. */
function zone({ deal }: Now): string {
    const number = numberOf(deal.sight.zone);
    return number ? say("web.speech.dnpup.your-zone", { number }) : "";
}

export const speech = anySpeech<DnpupDeal>({
    turn(now) {
        const lying = others(now);
        if (lying.length === 0) return [say("web.speech.dnpup.free"), zone(now)].filter(Boolean).join(" ");
        const beaten = lying.map((each) =>
            say(each.value < HIGHEST ? "web.speech.dnpup.beaten-by" : "web.speech.dnpup.unbeatable", {
                ...counted(each.size, each.value),
                player: owner(now, each.zone),
                meld: meld(each),
            }),
        );
        return [say("web.speech.dnpup.turn", { melds: beaten.join("; ") }), zone(now)].filter(Boolean).join(" ");
    },
    turnInBrief(now) {
        const lying = list(now);
        return lying ? say("web.speech.dnpup.turn-brief", { melds: lying }) : say("web.speech.dnpup.free-brief");
    },
    table(now) {
        const lying = melds(now).map((each) =>
            say("web.speech.of", {
                player: owner(now, each.zone),
                what: `${meld(each)} (${each.cards.map(cardKind.spoken).join("; ")})`,
            }),
        );
        const { length } = now.deal.sight.discarded;
        return [
            lying.length > 0 ? say("web.speech.dnpup.melds", { melds: lying.join("; ") }) : say("web.speech.empty"),
            say("web.speech.sentence", { text: say("web.board.dnpup.discarded", { n: length }) }),
        ].join(" ");
    },
    player: ({ deal }, seat) => [
        ...(deal.sight.out.includes(seat) ? [say("web.board.dnpup.went-out")] : []),
        ...(deal.sight.starter === seat ? [say("web.board.dnpup.start")] : []),
    ],
    // There are no tricks: what the others did since one's own turn.
    last({ told, you }) {
        const own = told.findLastIndex(
            ({ event }) => OWN.includes(event.type) && "seat" in event && event.seat === you,
        );
        const since = told.slice(own + 1);
        return (since.length > 0 ? since : told.slice(-1)).map(({ text }) => cardKind.aloud(text)).join(" ");
    },
    left: ({ deal }) => deal.sight.left,
});
