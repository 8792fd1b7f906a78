import { CUTS } from "./cuts.js";
import type { Dice } from "./dice.js";
import { CALM, type Weather } from "./fabric.js";
import type { Participant } from "./participant.js";
import type { Tally } from "./tally.js";
import { Traitor } from "./traitor.js";

const SECOND_US = 1_000_000;
/** Until a process dies, at most: so many operations of its store, or so many of one that writes. */
const OPERATIONS_TO_CRASH = 200;
const WRITES_TO_CRASH = {
  commitMainBlock: 1,
  undoMainBlock: 3,
  commitResourceBlock: 1,
  undoResourceBlock: 3,
  commitBatch: 1,
  writeMeta: 1,
} as const;
type Write = keyof typeof WRITES_TO_CRASH;
/** While the network is faulty there are few main blocks, and only a node that missed some applies them together. */
const RARE: readonly Write[] = [
  "commitBatch",
  "commitBatch",
  "commitBatch",
  "commitMainBlock",
  "commitMainBlock",
];
const WRITES = [...(Object.keys(WRITES_TO_CRASH) as readonly Write[]), ...RARE];
const CRASH = 0.5;
const ANY_OPERATION = 0.3;
const WRONG_CLOCK = 0.2;
const OFFSETS_S = [-6, -4, 4, 6];
const MAX_DELAY_US = 3 * SECOND_US;
const MAX_PERCENT = 30;

/** Chooses the faults of a phase at random. Returns the state of the network. */
export function sufferFaults(participants: readonly Participant[], dice: Dice, tally: Tally): Weather {
  const count = (what: string): void => tally.count(what);
  chooseTraitors(participants, dice, count);
  for (const participant of participants) {
    participant.offsetUs = dice.chance(WRONG_CLOCK) ? dice.pick(OFFSETS_S) * SECOND_US : 0;
    if (participant.offsetUs !== 0) count(`clock ${participant.offsetUs / SECOND_US} s off`);
  }
  planCrashes(participants, dice);
  const name = dice.pick(Object.keys(CUTS));
  count(`partition: ${name}`);
  return {
    maxDelayUs: dice.between(CALM.maxDelayUs, MAX_DELAY_US),
    loss: dice.between(0, MAX_PERCENT + 1) / 100,
    duplication: dice.between(0, MAX_PERCENT + 1) / 100,
    isCut: CUTS[name]?.(dice, participants.length) ?? CALM.isCut,
  };
}

/** Lets some processes die at one of their next store operations. */
export function planCrashes(participants: readonly Participant[], dice: Dice): void {
  for (const participant of participants) {
    if (!dice.chance(CRASH)) continue;
    const name = dice.chance(ANY_OPERATION) ? null : dice.pick(WRITES);
    const operation = dice.between(1, (name === null ? OPERATIONS_TO_CRASH : WRITES_TO_CRASH[name]) + 1);
    participant.crashAt({ operation, name, isDoneFirst: dice.chance(0.5) });
  }
}

/** Fewer than a third of the nodes lie, the same ones in all phases. */
function chooseTraitors(
  participants: readonly Participant[],
  dice: Dice,
  count: (what: string) => void,
): void {
  const most = Math.floor((participants.length - 1) / 3);
  const lying = dice.between(0, most + 1);
  for (const [index, participant] of participants.entries())
    participant.traitor = index >= participants.length - lying ? new Traitor(dice, count) : null;
}
