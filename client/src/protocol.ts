// The messages between client and server. Made by `npm run protocol` from
// docs/protocol.schema.json, which is made from the server's own types: not to be edited.

export type FromClient = Hello | Do | Why | Ping;
export type FromServer = Welcome | Update | Done | Refused | Reason | Pong | Heartbeat | Removed;

/**
 * Protocol 1 between a table and its clients.
 */
export interface FunicularProtocol {
  [k: string]: unknown;
}
/**
 * Where the points of a match came from, as far as its choices are measured.
 */
export interface AccountsShown {
  accounts: DealAccount[];
  close: boolean[];
}
/**
 * One seat's deal: `result` is `cards` plus `play` plus `luck`, all in the same unit.
 */
export interface DealAccount {
  deal: number;
  seat: number;
  result: number;
  cards: number;
  play: number;
  luck: number;
  mistakes: number;
}
/**
 * `POST /api/replays/ID/accounts`: what is measured, for a browser that cannot add it up.
 *
 *     An entry for each decision that was a choice; None where it is not measured.
 */
export interface AccountsWish {
  judged: (JudgedShown | null)[];
}
/**
 * A decision that was judged: what the move made and the best known one are worth.
 */
export interface JudgedShown {
  best: number;
  difference: number;
  stderr: number;
  value: number;
  best_value: number;
  goal: number;
  best_goal: number;
  won: number;
  best_won: number;
}
/**
 * Agree, or not, that somebody takes back a move.
 */
export interface Answer {
  do: "answer";
  yes: boolean;
}
/**
 * Agree to hints at this table, or no longer; only to agree once a match runs with them.
 */
export interface AnswerHints {
  do: "hints";
  yes: boolean;
}
/**
 * A deal of Ascenseur.
 */
export interface AscenseurDeal {
  kind: "ascenseur";
  number: number;
  to_act: number[];
  legal: string[];
  turn: number;
  before: number;
  sight: AscenseurSight;
  told: AscenseurTold[];
}
/**
 * A deal of Ascenseur from one seat.
 */
export interface AscenseurSight {
  hand: string[];
  dealt: string[];
  dealer: number;
  cards: number;
  upcard: string | null;
  trump: string | null;
  bids: (number | null)[];
  tricks: number[];
  leader: number;
  trick: string[];
  history: [number, string][];
}
/**
 * Something that happened in the deal, and the sentence that tells it to you.
 */
export interface AscenseurTold {
  event:
    | AscenseurDealt
    | BidMade
    | BidSealed
    | BidsShown
    | CardPlayed
    | AscenseurTrickTaken
    | AscenseurScored;
  text: string;
}
/**
 * The cards are dealt; one is turned up where a stock remains.
 */
export interface AscenseurDealt {
  type: "dealt";
  dealer: number;
  cards: number;
  upcard: string | null;
  hand: string[];
}
/**
 * A seat has bid, for all to hear.
 */
export interface BidMade {
  type: "bid";
  seat: number;
  bid: number;
}
/**
 * A seat has chosen its bid, which nobody else sees yet.
 */
export interface BidSealed {
  type: "sealed";
  seat: number;
}
/**
 * All sealed bids are shown at once.
 */
export interface BidsShown {
  type: "bids";
  bids: number[];
}
/**
 * A seat has played a card.
 */
export interface CardPlayed {
  type: "played";
  seat: number;
  card: string;
}
/**
 * A seat has taken the trick with this card.
 */
export interface AscenseurTrickTaken {
  type: "trick";
  seat: number;
  card: string;
}
/**
 * The deal is over.
 */
export interface AscenseurScored {
  type: "scored";
  bids: number[];
  won: number[];
  points: number[];
}
/**
 * A deal of Ascenseur.
 */
export interface AscenseurFilm {
  kind: "ascenseur";
  number: number;
  part?: number;
  parts?: number;
  points: number[] | null;
  told: AscenseurTold[];
  frames: AscenseurFrame[];
}
/**
 * A moment of Ascenseur.
 */
export interface AscenseurFrame {
  move: string | null;
  hands: string[][];
  to_act: number[];
  told: number;
  stop: boolean;
  sight: AscenseurSight;
}
/**
 * Somebody among people wants to take back a move; these have still to agree.
 */
export interface Asking {
  seat: number;
  waiting: number[];
}
/**
 * A deal of Auf & Ab.
 */
export interface AufAbDeal {
  kind: "auf-ab";
  number: number;
  to_act: number[];
  legal: string[];
  turn: number;
  before: number;
  sight: AufAbSight;
  told: AufAbTold[];
}
/**
 * A deal of Auf & Ab from one seat.
 */
export interface AufAbSight {
  hand: string[];
  dealt: string[];
  direction: string;
  leader: number;
  trick: [number, string][];
  passed: number[];
  left: number[];
  opener: number;
  opening: string | null;
  history: [number, string][];
}
/**
 * Something that happened in the deal, and the sentence that tells it to you.
 */
export interface AufAbTold {
  event: AufAbDealt | Laid | Passed | AufAbTrickTaken | Turned | AufAbScored;
  text: string;
}
/**
 * The cards are dealt, and the holder of the lowest double has said so.
 */
export interface AufAbDealt {
  type: "dealt";
  opener: number;
  cards: number;
  hand: string[];
}
/**
 * A seat has laid a meld.
 */
export interface Laid {
  type: "laid";
  seat: number;
  cards: string[];
  size: number;
}
/**
 * A seat has passed.
 */
export interface Passed {
  type: "passed";
  seat: number;
}
/**
 * Everybody has passed; the seat that laid last takes the trick and leads the next.
 */
export interface AufAbTrickTaken {
  type: "trick";
  seat: number;
}
/**
 * The trick had an odd number of change cards: the next goes the other way.
 */
export interface Turned {
  type: "turned";
  changes: string[];
  direction: "falling" | "rising";
}
/**
 * A hand is empty: the deal is over. `left` counts the cards each seat still holds.
 */
export interface AufAbScored {
  type: "scored";
  winner: number;
  left: number[];
  points: number[];
}
/**
 * A deal of Auf & Ab.
 */
export interface AufAbFilm {
  kind: "auf-ab";
  number: number;
  part?: number;
  parts?: number;
  points: number[] | null;
  told: AufAbTold[];
  frames: AufAbFrame[];
}
/**
 * A moment of Auf & Ab.
 */
export interface AufAbFrame {
  move: string | null;
  hands: string[][];
  to_act: number[];
  told: number;
  stop: boolean;
  sight: AufAbSight;
}
/**
 * How many results lie between two leads, both included, in points ahead of the average.
 */
export interface Bar {
  least: number;
  most: number;
  players: number;
}
/**
 * `GET /api/leaderboard`: the best of a game, sure ratings first.
 */
export interface BestRated {
  game: string;
  against: "bots" | "people";
  ranked: RankedShown[];
  more: boolean;
}
/**
 * A line of the list of the best.
 */
export interface RankedShown {
  place: number;
  profile: string;
  name: string;
  value: number;
  deviation: number;
  matches: number;
}
/**
 * A seat has put a card on the meld in somebody else's zone.
 */
export interface CardAdded {
  type: "added";
  seat: number;
  card: string;
  zone: string;
}
/**
 * A seat at the table and who sits there.
 */
export interface Chair {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string | null;
  present: boolean;
  kept: boolean;
  ready: boolean;
  bank: number | null;
  from_next_deal?: boolean;
  face?: number | null;
  agrees_to_hints?: boolean;
}
/**
 * One's result among everybody's.
 */
export interface ChallengeResult {
  points: number;
  lead: number;
  rank: number;
  share: number | null;
  mean: number;
  expert: number | null;
  deals: DealCompared[];
  bars: Bar[];
  bar: number;
}
/**
 * A deal of one's own beside everybody's. Leads are points ahead of the others' average.
 */
export interface DealCompared {
  lead: number;
  mean: number;
  expert: number | null;
  share: number | null;
}
/**
 * A challenge as somebody sees it who has played it or not: nothing in it tells a card.
 */
export interface ChallengeShown {
  id: string;
  kind: "daily" | "duel";
  game: string;
  seats: number;
  house: House[];
  deals: number;
  level: string;
  opened: number;
  closes: number;
  commitment: string;
  seed: string | null;
  players: number | null;
  finished: number;
  state: "checking" | "missed" | "new" | "played" | "playing";
  table?: string | null;
  replay?: string | null;
  result?: ChallengeResult | null;
  problem?: string | null;
  seat?: number;
}
/**
 * An option that differs from the sheet, as a person reads it.
 */
export interface House {
  name: string;
  text: string;
  label?: string;
}
/**
 * A hand that was laid open in this deal, for all to see.
 */
export interface ClaimShown {
  seat: number;
  tricks: "all" | "none";
  cards: string[];
  told: number;
}
/**
 * Lay one's hand open: all remaining tricks are one's own, or none is; for this `turn`.
 */
export interface ClaimTricks {
  do: "claim";
  turn: number;
}
/**
 * Host: empty a seat; while a match is on, a bot takes it.
 */
export interface Clear {
  do: "clear";
  seat: number;
}
/**
 * How long one may think, in seconds: for each move, and beyond that once for a match.
 */
export interface Clock {
  turn: number;
  bank?: number;
}
/**
 * The tricks a seat has bid, and those it has won.
 */
export interface Contract {
  bid: number;
  won: number;
}
/**
 * A daily deal of the past in `GET /api/challenges/dailies`.
 */
export interface DailyListed {
  id: string;
  day: string;
  game: string;
  finished: number;
  rank?: number | null;
  lead?: number | null;
}
/**
 * What a deal brought; nothing if it was broken off.
 */
export interface DealEnded {
  points: number[] | null;
  void: boolean;
}
/**
 * A deal of a replay, before one looks into it.
 */
export interface DealListed {
  number: number;
  moves: number;
  points: number[] | null;
  void: boolean;
}
/**
 * What shows that nobody chose the cards (`docs/deals.md`): all of it in hex.
 */
export interface DealProof {
  commitment: string;
  seed: string;
  nonces: string[];
}
/**
 * What one's decisions cost, match by match, from reviews that are kept.
 */
export interface DecisionCosts {
  measured: MatchCost[];
  unmeasured: string[];
}
/**
 * What one's decisions cost in a match whose review is kept.
 */
export interface MatchCost {
  replay: string;
  at: number;
  game: string;
  seat: number;
  deals: number;
  choices: number;
  cost: number;
  stderr: number;
  worlds: number;
  undone: boolean;
}
/**
 * A decision of a match; `match.states[deal].history[ply]` is the one meant.
 */
export interface DecisionShown {
  deal: number;
  ply: number;
  seat: number;
  made: number;
  legal: number[];
  numbers: string | null;
}
/**
 * A seat's turn has come, or would have: its meld is out of the deal.
 */
export interface Discarded {
  type: "discarded";
  seat: number;
  zone: string;
  cards: string[];
}
/**
 * A deal of dnpup.
 */
export interface DnpupDeal {
  kind: "dnpup";
  number: number;
  to_act: number[];
  legal: string[];
  turn: number;
  before: number;
  sight: DnpupSight;
  told: DnpupTold[];
}
/**
 * A deal of dnpup from one seat.
 */
export interface DnpupSight {
  hand: string[];
  dealt: string[];
  starter: number;
  zone: string;
  turns: number;
  melds: {
    [k: string]: string[];
  };
  left: number[];
  known: string[][];
  proven: string[][];
  flips: number[];
  discarded: string[];
  out: number[];
  history: [number, string][];
}
/**
 * Something that happened in the deal, and the sentence that tells it to you.
 */
export interface DnpupTold {
  event:
    | DnpupDealt
    | MeldPlayed
    | CardAdded
    | MeldTaken
    | HandFlipped
    | MeldBeaten
    | Discarded
    | WentOut
    | DnpupScored
    | Voided;
  text: string;
}
/**
 * The cards are dealt; the holder of the star starts.
 */
export interface DnpupDealt {
  type: "dealt";
  starter: number;
  cards: number;
  hand: string[];
}
/**
 * A seat has laid a meld.
 */
export interface MeldPlayed {
  type: "played";
  seat: number;
  zone: string;
  cards: string[];
}
/**
 * A seat has picked up somebody else's meld; `cards` are as they lay.
 */
export interface MeldTaken {
  type: "taken";
  seat: number;
  zone: string;
  cards: string[];
}
/**
 * A seat has turned its whole hand over.
 */
export interface HandFlipped {
  type: "flipped";
  seat: number;
}
/**
 * A meld is beaten; `cards` are as they lay. The hand of its owner gets them back, turned,
 *     unless the owner is out of the deal already (D33).
 */
export interface MeldBeaten {
  type: "beaten";
  seat: number;
  zone: string;
  cards: string[];
  returned: boolean;
}
/**
 * A seat has no cards left.
 */
export interface WentOut {
  type: "out";
  seat: number;
  points: number;
}
/**
 * The deal is over.
 */
export interface DnpupScored {
  type: "scored";
  points: number[];
}
/**
 * The deal has gone on for too long and does not count.
 */
export interface Voided {
  type: "void";
  turns: number;
}
/**
 * A deal of dnpup.
 */
export interface DnpupFilm {
  kind: "dnpup";
  number: number;
  part?: number;
  parts?: number;
  points: number[] | null;
  told: DnpupTold[];
  frames: DnpupFrame[];
}
/**
 * A moment of dnpup.
 */
export interface DnpupFrame {
  move: string | null;
  hands: string[][];
  to_act: number[];
  told: number;
  stop: boolean;
  sight: DnpupSight;
}
/**
 * Do something. The same id again is the same command, done once, answered again.
 */
export interface Do {
  type: "do";
  id: string;
  command:
    | Sit
    | Stand
    | Rename
    | Rekey
    | SeatBot
    | Clear
    | Start
    | Ready
    | MakeMove
    | ClaimTricks
    | AnswerHints
    | Undo
    | Answer
    | Pause
    | Resume
    | SetPace
    | SetOpen
    | Say
    | React;
}
/**
 * Take an empty seat, or one that a bot has; without a seat, the first that is free.
 *
 *     A client that brings its own token can ask again, should the answer be lost: the seat is
 *     theirs already. Without one the server draws it.
 */
export interface Sit {
  do: "sit";
  name: string;
  nonce: string;
  seat?: number | null;
  token?: string | null;
  face?: number | null;
}
/**
 * Leave one's seat for good; a bot takes it while a match is on.
 */
export interface Stand {
  do: "stand";
}
/**
 * Be called something else, or wear another face; without one it stays as it is.
 */
export interface Rename {
  do: "rename";
  name: string;
  face?: number | null;
}
/**
 * Get a new token for one's seat; everybody else with the old one is out.
 */
export interface Rekey {
  do: "rekey";
  token?: string | null;
}
/**
 * Host: put a bot of this level into a seat, in place of its occupant, if any.
 */
export interface SeatBot {
  do: "bot";
  seat: number;
  level: string;
}
/**
 * Host: begin the match, with bots in the empty seats; or go on without waiting for others.
 *
 *     At an open table whose host has gone, the seat in `starter` may begin too.
 *     A host with a seat gives the nonce for a match here, having seen what the server has committed
 *     itself to.
 */
export interface Start {
  do: "start";
  nonce?: string | null;
}
/**
 * Be ready for the next deal, or after the match for another one (which needs a nonce).
 */
export interface Ready {
  do: "ready";
  nonce?: string | null;
}
/**
 * Make a move: its notation, and the `turn` it was chosen for.
 */
export interface MakeMove {
  do: "move";
  move: string;
  turn: number;
}
/**
 * Take back one's last move; among people, ask for it.
 */
export interface Undo {
  do: "undo";
}
/**
 * Stop the game for a while: nobody moves, no clock runs.
 */
export interface Pause {
  do: "pause";
}
/**
 * Go on after a pause.
 */
export interface Resume {
  do: "resume";
}
/**
 * Host: how fast bots play and how long a finished trick lies.
 */
export interface SetPace {
  do: "pace";
  pace: "calm" | "instant" | "normal" | "quick";
}
/**
 * Host: list the table for everybody, or no longer.
 */
export interface SetOpen {
  do: "open";
  open: boolean;
}
/**
 * Say something to the table.
 */
export interface Say {
  do: "say";
  text: string;
}
/**
 * Say it without words.
 */
export interface React {
  do: "react";
  reaction: "bravo" | "laugh" | "ouch" | "thanks" | "think" | "wave";
}
/**
 * The command was done and is kept; sent before the update that shows it.
 */
export interface Done {
  type: "done";
  id: string;
  seq: number;
  token?: string | null;
}
/**
 * How long the table rests around an event so that people can follow, and why.
 *
 *     In milliseconds at the normal pace. Bots wait that long, pages show events that far apart.
 */
export interface EventPause {
  before?: number;
  after?: number;
  reason?: ("deal" | "end" | "table") | null;
}
/**
 * Who comes, with the secret that lets them in: a seat's token, or the table's invitation.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  lang: string;
  token?: string | null;
  invite?: string | null;
  seen?: number | null;
}
/**
 * Ask why one may not make this move. Changes nothing, whatever the move.
 */
export interface Why {
  type: "why";
  id: string;
  move: string;
}
/**
 * Still there? Answered with `Pong`.
 */
export interface Ping {
  type: "ping";
}
/**
 * You are in. Everything as it is now; of chat and deal, what you had not seen.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  seq: number;
  table: TableShown;
  deal: (AscenseurDeal | AufAbDeal | DnpupDeal) | null;
  said: Line[];
  running?: Running[];
}
/**
 * The table itself: everything but the cards.
 */
export interface TableShown {
  id: string;
  game: string;
  seats: number;
  options: {};
  house: House[];
  phase: "gathering" | "over" | "playing" | "scored";
  match: number;
  you: number | null;
  host: boolean;
  chairs: Chair[];
  watchers: number;
  open: boolean;
  pace: "calm" | "instant" | "normal" | "quick";
  clock: Clock | null;
  paused: number | null;
  level: string;
  sheet: Sheet;
  asking: Asking | null;
  result: Result | null;
  proof: Proof;
  undo: "ask" | "free" | "no";
  claims?: ClaimShown[];
  claim?: ("all" | "none") | null;
  starter?: number | null;
  challenge?: string | null;
  hints_offered?: boolean;
  hints_on?: boolean;
  hints?: boolean;
  what_if?: WhatIf | null;
}
/**
 * The score sheet of the match.
 */
export interface Sheet {
  rows: SheetRow[];
  totals: number[];
  schedule: number[];
  deals: number | null;
  target: number | null;
}
/**
 * A deal on the score sheet: what it says of each seat, in words and in points.
 */
export interface SheetRow {
  number: number;
  cards: number | null;
  cells: string[];
  points: number[];
  void: boolean;
  details?: SheetDetail[];
}
/**
 * What the sheet says of a seat for a deal, beside its points.
 *
 *     Parts that are not there are left out: a sheet has a detail for every seat of every deal.
 */
export interface SheetDetail {
  contract?: Contract | null;
  note?: string;
}
/**
 * How the match ended.
 */
export interface Result {
  winners: number[];
  text: string;
  replay: string;
}
/**
 * What makes the deals verifiable (`docs/deals.md`).
 */
export interface Proof {
  commitment: string;
  nonces: string[];
  seed: string | null;
  next: string | null;
}
/**
 * Where a line comes from that was played on from a move of a replay (`docs/what-if.md`).
 */
export interface WhatIf {
  replay: string;
  deal: number;
  ply: number;
  seat: number;
  world: "plausible" | "true";
}
/**
 * A line of the chat: words, or a reaction; or a notice about a seat or a claim, in words.
 */
export interface Line {
  seq: number;
  seat: number;
  name: string;
  text: string | null;
  reaction: ("bravo" | "laugh" | "ouch" | "thanks" | "think" | "wave") | null;
  at: number;
  notice?:
    | ("back" | "bot" | "cleared" | "left" | "rekeyed" | "renamed" | "sat" | "waits")
    | ("claims-all" | "claims-none")
    | null;
}
/**
 * A clock that runs: whose, and how many seconds of this turn are gone.
 */
export interface Running {
  seat: number;
  spent: number;
}
/**
 * Something has changed; what is missing here has not.
 */
export interface Update {
  type: "update";
  seq: number;
  table?: TableShown | null;
  deal?: (AscenseurDeal | AufAbDeal | DnpupDeal) | null;
  said?: Line[];
  running?: Running[];
}
/**
 * The command was not done, and nothing has changed.
 */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  text: string;
  wait?: number | null;
}
/**
 * Why the move is not allowed; None if it is.
 */
export interface Reason {
  type: "reason";
  id: string;
  text: string | null;
}
/**
 * Still here.
 */
export interface Pong {
  type: "pong";
}
/**
 * The server lives: said on a socket on which it has said nothing else for two seconds.
 */
export interface Heartbeat {
  type: "heartbeat";
}
/**
 * Your seat is no longer yours, or your token; the socket goes on as that of a watcher.
 */
export interface Removed {
  type: "removed";
  text: string;
}
/**
 * A game as the lobby offers it; `GET /api/games?lang=fr`.
 */
export interface GameShown {
  name: string;
  title: string;
  about: string;
  least_seats: number;
  most_seats: number;
  usual_seats: number;
  options: OptionShown[];
  presets: PresetShown[];
  lengths?: LengthShown[];
}
/**
 * A field of the options form.
 */
export interface OptionShown {
  name: string;
  label: string;
  about: string;
  kind: "choice" | "flag" | "number" | "text";
  default: unknown;
  choices?: [string, string][];
  least?: number | null;
  most?: number | null;
}
/**
 * House rules that have a name.
 */
export interface PresetShown {
  name: string;
  label: string;
  about: string;
  options: {};
}
/**
 * How long a match may be, by a name.
 */
export interface LengthShown {
  name: string;
  label: string;
  minutes: number;
  options: {};
}
/**
 * A hint that the server has measured; `POST /api/tables/ID/hint`.
 */
export interface HintShown {
  game: string;
  turn: number;
  legal: string[];
  spoken: string[];
  goal: string;
  moves: MoveMeasured[];
  best: number;
  playouts: number;
  exact: boolean;
  text: string;
}
/**
 * What a move is worth; the fields of an evaluation (`docs/evaluation.md`).
 */
export interface MoveMeasured {
  value: number;
  stderr: number;
  worlds: number;
  goal: number;
  won: number;
  quantiles: number[];
  cost: number;
  cost_stderr: number;
  close: boolean;
  certain: boolean;
}
/**
 * `POST /api/replays/ID/review`: which decisions to measure, for a browser that cannot.
 *
 *     They are counted among those that were a choice.
 */
export interface JudgeWish {
  places: number[];
}
/**
 * The answer: the decisions in the order in which they were asked for.
 */
export interface JudgedHere {
  worlds: number;
  judged: JudgedShown[];
}
/**
 * What `POST /api/replays` answers.
 */
export interface Kept {
  id: string;
}
/**
 * A language that we speak; `GET /api/languages`.
 */
export interface LanguageShown {
  code: string;
  name: string;
}
/**
 * A row of the leaderboard.
 */
export interface LeaderShown {
  rank: number;
  name: string;
  points: number;
  lead: number;
  you: boolean;
}
/**
 * `GET /api/challenges/ID/leaderboard?skip=`: a page of it.
 */
export interface Leaderboard {
  rows: LeaderShown[];
  finished: number;
  next: number | null;
}
/**
 * A lesson; `GET /api/lessons/GAME?lang=fr`.
 */
export interface LessonShown {
  game: string;
  steps: StepShown[];
}
/**
 * A step: the table, the deal as the learner sees it, what to read and perhaps to do.
 */
export interface StepShown {
  chapter: number;
  text: string;
  rule: string;
  table: TableShown;
  deal: AscenseurDeal | AufAbDeal | DnpupDeal;
  fresh: number;
  accept: string[];
}
/**
 * A move that mostly follows the best one.
 */
export interface LineStep {
  seat: number;
  said: string;
}
/**
 * An open table in `GET /api/tables`.
 */
export interface Listed {
  id: string;
  invite: string;
  game: string;
  seats: number;
  free: number;
  host: string;
  phase: "gathering" | "over" | "playing" | "scored";
  length?: string;
  waiting?: boolean;
}
/**
 * A match that is over.
 */
export interface MatchResultShown {
  replay: string;
  at: number;
  game: string;
  seats: number;
  seat: number;
  points: number;
  totals: number[];
  place: number;
  how: "left" | "played" | "removed" | "unfinished";
  others: string[];
  undone: boolean;
  rated: string[];
}
/**
 * What it answers: a table where somebody waits, or a new one.
 */
export interface Matched {
  table: string;
  invite: string;
  token: string | null;
}
/**
 * `GET /api/challenges/ID/positions/DEAL/PLY`: the table as one saw it before this move.
 */
export interface MomentShown {
  table: TableShown;
  deal: AscenseurDeal | AufAbDeal | DnpupDeal;
}
/**
 * What `POST /api/challenges/ID/attempts` takes. It answers as `POST /api/tables` does.
 */
export interface NewAttempt {
  name: string;
  lang: string;
  pace?: "calm" | "instant" | "normal" | "quick";
  face?: number | null;
  unnamed?: boolean;
}
/**
 * What `POST /api/challenges` takes: a game, and how many may play it.
 */
export interface NewDuel {
  game: string;
  seats?: number;
  options?: {};
  deals?: number | null;
  length?: string | null;
  players?: number;
}
/**
 * What `POST /api/tables` takes.
 */
export interface NewTable {
  game: string;
  seats: number;
  name: string;
  nonce: string;
  lang: string;
  options?: {};
  deals?: number | null;
  target?: number | null;
  level?: string;
  pace?: "calm" | "instant" | "normal" | "quick";
  open?: boolean;
  clock?: Clock | null;
  start?: boolean;
  face?: number | null;
  hints?: boolean;
}
/**
 * What `POST /api/what-if` takes: a move of a replay to play on from; `Opened` answers.
 */
export interface NewWhatIf {
  replay: string;
  deal: number;
  ply: number;
  seat: number;
  name: string;
  lang: string;
  world?: "plausible" | "true";
  level?: string;
  pace?: "calm" | "instant" | "normal" | "quick";
  face?: number | null;
}
/**
 * What it answers: where the table is, and the secrets of it.
 */
export interface Opened {
  table: string;
  invite: string;
  token: string;
}
/**
 * How many play just now, at the tables of this server; `GET /api/playing`.
 */
export interface Playing {
  people: number;
}
/**
 * `GET /api/replays/ID/positions`: every decision, of a very long match a part of them.
 */
export interface PositionsShown {
  id: string;
  game: string;
  goal: string;
  players: string[];
  deals: DealEnded[];
  part: number;
  parts: number;
  moves: string[];
  words: string[];
  decisions: DecisionShown[];
}
/**
 * What this server keeps and for how long; `GET /api/privacy?lang=fr`.
 */
export interface PrivacyShown {
  title: string;
  html: string;
  contact?: string | null;
  link?: string | null;
}
/**
 * A profile: all of one's own, of others what they show. None is what they do not.
 */
export interface ProfileShown {
  id: string;
  name: string;
  created: number;
  public: ("decisions" | "history" | "rating" | "statistics")[];
  ratings: RatingShown[] | null;
  statistics: StatisticsShown[] | null;
  results: MatchResultShown[] | null;
  decisions: DecisionCosts | null;
}
/**
 * A rating: value and standard deviation, from so many matches.
 */
export interface RatingShown {
  game: string;
  against: "bots" | "people";
  value: number;
  deviation: number;
  matches: number;
}
/**
 * Sums over deals of a game with so many seats and cards in hand.
 */
export interface StatisticsShown {
  game: string;
  seats: number;
  cards: number;
  deals: number;
  goal: string;
  made: number;
  points: number;
  par: number;
}
/**
 * `POST /api/profile`: a new profile, or another name and other things to show.
 */
export interface ProfileWish {
  name: string;
  /**
   * @maxItems 4
   */
  public?:
    | []
    | ["decisions" | "history" | "rating" | "statistics"]
    | [
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics"
      ]
    | [
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics"
      ]
    | [
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics",
        "decisions" | "history" | "rating" | "statistics"
      ];
}
/**
 * A puzzle of `GET /api/puzzles`, and what `GET /api/puzzles/today` answers.
 */
export interface PuzzleListed {
  id: string;
  game: string;
  grade: number;
  day?: string | null;
}
/**
 * `GET /api/puzzles/ID`: the table as the seat sees it whose move it is.
 */
export interface PuzzleShown {
  id: string;
  game: string;
  grade: number;
  table: TableShown;
  deal: AscenseurDeal | AufAbDeal | DnpupDeal;
}
/**
 * What `POST /api/puzzles/ID/answer` takes: the move chosen.
 */
export interface PuzzleTry {
  move: string;
}
/**
 * What a move is worth, the best one first.
 */
export interface PuzzleValue {
  move: string;
  said: string;
  value: number;
  margin: number;
  cost: number;
  cost_stderr: number;
}
/**
 * What `POST /api/puzzles/ID/answer` answers.
 */
export interface PuzzleVerdict {
  right: boolean;
  text: string;
  best: string;
  why: string;
  moves: PuzzleValue[];
  line: LineStep[];
  worlds: number;
}
/**
 * What `POST /api/quick-match` takes: a seat with whoever wants the same.
 */
export interface QuickMatch {
  game: string;
  seats: number;
  length: string;
  name: string;
  nonce: string;
  lang: string;
  level?: string;
}
/**
 * `GET /api/replays/ID`: everything but the deals, which `GET /api/replays/ID/deals/N` has.
 */
export interface ReplayShown {
  id: string;
  players: string[];
  table: TableShown;
  deals: DealListed[];
  proof: DealProof | null;
  seating?: SeatChange[];
}
/**
 * A change of a seat in a match that is over, in words.
 */
export interface SeatChange {
  deal: number;
  moves: number;
  text: string;
}
/**
 * Older matches of a profile.
 */
export interface ResultsPage {
  results: MatchResultShown[];
}
/**
 * The answer to `PUT`: whether it was kept, or one that is as good or better is there.
 */
export interface ReviewHandedIn {
  kept: boolean;
}
/**
 * `GET /api/replays/ID/review`: the most precise review that is kept; None if there is none.
 */
export interface ReviewKept {
  review: ReviewShown | null;
}
/**
 * A whole review: an entry in each column for each decision that was a choice, in order.
 */
export interface ReviewShown {
  form: number;
  worlds: number;
  seed: number;
  best: number[];
  difference: number[];
  stderr: number[];
  value: number[];
  best_value: number[];
  goal: number[];
  best_goal: number[];
  won: number[];
  best_won: number[];
}
/**
 * A rules page; `GET /api/rules/GAME?lang=fr`. Each rule has its number as its id.
 */
export interface RulesShown {
  title: string;
  html: string;
}
/**
 * What `POST /api/tables/ID/claim` answers: from which of the table's matches on it counts.
 */
export interface SeatClaimed {
  since: number;
}
/**
 * What `POST /api/challenges/ID/results` takes: the table of the attempt. No points: the server
 *     plays the moves again.
 */
export interface SubmittedResult {
  table: string;
}
/**
 * What comes of a move that the learner tries: right, allowed but not the point, or illegal.
 */
export interface Tried {
  verdict: "illegal" | "other" | "right";
  text: string;
}
/**
 * What `POST /api/lessons/GAME/tries` takes: a step, counted from 0, and a move tried there.
 */
export interface Try {
  step: number;
  move: string;
}
/**
 * What a browser needs to measure a decision; `GET /api/tables/ID/numbers`.
 */
export interface ViewNumbers {
  game: string;
  turn: number;
  numbers: string;
  seed: string;
  worlds: number;
  legal: string[];
  spoken: string[];
  goal: string;
}

/** What each pace makes of the pauses that events have at the normal one. */
export const PACES: Readonly<Record<TableShown["pace"], number>> = {
  instant: 0,
  quick: 0.45,
  normal: 1,
  calm: 1.8
};

/** How long the table rests for each event, by the kind of the deal and the type of the event. */
export const EVENT_PAUSES: Readonly<Record<string, Readonly<Record<string, EventPause>>>> = {
  ascenseur: {
    dealt: { before: 0, after: 1500, reason: "deal" },
    bid: { before: 0, after: 350, reason: null },
    sealed: { before: 0, after: 200, reason: null },
    bids: { before: 0, after: 600, reason: "table" },
    played: { before: 0, after: 480, reason: null },
    trick: { before: 1500, after: 550, reason: "table" },
    scored: { before: 1300, after: 0, reason: "end" }
  },
  "auf-ab": {
    dealt: { before: 0, after: 1500, reason: "deal" },
    laid: { before: 0, after: 650, reason: null },
    passed: { before: 0, after: 350, reason: null },
    trick: { before: 1500, after: 550, reason: "table" },
    turned: { before: 300, after: 1300, reason: null },
    scored: { before: 1300, after: 0, reason: "end" }
  },
  dnpup: {
    dealt: { before: 0, after: 1500, reason: "deal" },
    played: { before: 0, after: 480, reason: null },
    added: { before: 0, after: 700, reason: null },
    taken: { before: 0, after: 1000, reason: null },
    flipped: { before: 0, after: 900, reason: null },
    beaten: { before: 700, after: 1000, reason: "table" },
    discarded: { before: 0, after: 350, reason: null },
    out: { before: 0, after: 900, reason: "end" },
    scored: { before: 1300, after: 0, reason: "end" },
    void: { before: 0, after: 0, reason: "end" }
  }
};
