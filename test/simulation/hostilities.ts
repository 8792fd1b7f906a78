import { expect } from "chai";
import type { Clock } from "../../src/base/clock/clock.js";
import { ARRIVAL_SECONDS, RESOURCE_BLOCKS_TO_AGREE } from "./agreement.js";
import type { Responder } from "./answer-call.js";
import { ATTACKERS } from "./attackers.js";
import { CUTS } from "./cuts.js";
import type { Dice } from "./dice.js";
import { CALM, type Fabric } from "./fabric.js";
import type { Participant } from "./participant.js";
import type { Tally } from "./tally.js";

/** What attackers and partitions need of a simulation. */
export interface Stage {
  readonly participants: readonly Participant[];
  /** The nodes that have ever lied. */
  readonly liars: Set<Participant>;
  readonly dice: Dice;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly fabric: Fabric;
  /** What answers at each host. */
  readonly hosts: Map<string, Responder>;
  /** How long one node searches for a resource block on average, µs. */
  readonly searchUs: number;
  /** Lets seconds pass, with acts twice a second. */
  readonly pass: (seconds: number, acts?: readonly (() => Promise<void>)[]) => Promise<void>;
  /** Lets the nodes agree, and checks that they do. */
  readonly recover: (onSecond?: (second: number) => Promise<void>) => Promise<void>;
}

const ATTACK_SECONDS = 12;
/** How long there are transfers after the attacks: liveness is judged by then. */
export const BUSY_SECONDS = 15;
/** The attacker of which a majority takes part. */
const SILENT = "silent";
/** Fewer than this part of the nodes are bad: two of nine, one of four. */
const QUORUM_DIVISOR = 3;
const MAX_OFFSET_US = 2_500_000;
const OPEN_MAIN_BLOCKS = 2;

/**
 * Attackers take turns, as many at a time as the quorum bears; the others' clocks are up to five seconds apart. Once
 * they stop, the honest nodes agree and make blocks.
 */
export async function attack(stage: Stage, names: readonly string[], isDrawn = false): Promise<void> {
  const { participants, dice, clock, tally } = stage;
  const most = Math.floor((participants.length - 1) / QUORUM_DIVISOR);
  let rest = isDrawn ? dice.sample(names, most) : [...names];
  while (rest.length > 0) {
    const isSilence = rest.includes(SILENT) && (isDrawn || rest[0] === SILENT);
    const others = rest.indexOf(SILENT);
    const turn = isSilence ? [SILENT] : rest.slice(0, others < 0 ? most : Math.min(most, others));
    rest = isDrawn ? [] : rest.slice(turn.length);
    await takeTurn(stage, turn, isSilence ? Math.ceil(participants.length / 2) : turn.length);
  }
  const endUs = clock.nowUs();
  const before = await greatestHeight(stage, "main");
  let isBack = false;
  await stage.recover(async (second) => {
    tally.count("seconds after the attacks");
    if (second === BUSY_SECONDS)
      tally.count("blocks after the attacks", (await greatestHeight(stage, "main")) - before);
    const tips = await Promise.all(honest(stage).map(({ store }) => store.mainBlockSummary("last")));
    if (isBack || tips.some((tip) => (tip?.s_timestamp ?? 0) <= endUs)) return;
    isBack = true;
    tally.count(`all have a new block within ${second} s`);
  });
  expect(isBack, "every honest node has a block that was made after the attacks").to.equal(true);
}

/** The last nodes attack for some seconds. Counts the blocks that the honest ones get meanwhile. */
async function takeTurn(stage: Stage, turn: readonly string[], size: number): Promise<void> {
  const { participants, dice, tally } = stage;
  for (const participant of participants) participant.offsetUs = dice.between(-MAX_OFFSET_US, MAX_OFFSET_US);
  const acts: (() => Promise<void>)[] = [];
  const ends: (() => Promise<void>)[] = [];
  let seconds = ATTACK_SECONDS;
  for (const [index, self] of participants.slice(-size).entries()) {
    const name = turn[index] ?? SILENT;
    const victim = participants[0] ?? self;
    const { searchUs, hosts } = stage;
    const count = (what: string): void => tally.count(what);
    const parts = { self, victim, participants, hosts, dice, searchUs, count };
    const attacker = await ATTACKERS[name]?.(parts);
    if (attacker === undefined) throw new RangeError(`There is no attacker ${name}. `);
    tally.count(`attacker: ${name}`);
    if (name !== SILENT) stage.liars.add(self);
    self.traitor = attacker;
    self.offsetUs = attacker.offsetUs ?? 0;
    seconds = Math.max(seconds, attacker.seconds ?? 0);
    acts.push(async () => {
      if (self.node !== null) await attacker.act?.(self.node);
    });
    ends.push(async () => {
      if (self.node !== null) await attacker.end?.(self.node);
    });
  }
  let parted = 0;
  acts.push(async () => {
    if (await areParted(stage)) parted += 1;
  });
  const before = await greatestHeight(stage, "main");
  await stage.pass(seconds, acts);
  const blocks = (await greatestHeight(stage, "main")) - before;
  for (const name of turn) {
    tally.count(`seconds under ${name}`, seconds);
    tally.count(`blocks under ${name}`, blocks);
    tally.count(`looks at parted nodes under ${name}`, parted);
  }
  for (const end of ends) await end();
  for (const participant of participants) {
    participant.traitor = null;
    participant.offsetUs = 0;
  }
}

/** Whether honest nodes have different main blocks at a height that all of them have. */
async function areParted(stage: Stage): Promise<boolean> {
  const stores = honest(stage).map(({ store }) => store);
  const tips = await Promise.all(stores.map((store) => store.mainBlockSummary("last")));
  const height = Math.min(...tips.map((tip) => tip?.height ?? 0));
  const blocks = await Promise.all(stores.map((store) => store.mainBlockSummary({ height })));
  return new Set(blocks.map((block) => block?.blockhash)).size > 1;
}

/** Halves of the network that were apart have one main chain again within three resource blocks (PROTOCOL 15.3). */
export async function part(stage: Stage, seconds: number): Promise<void> {
  const { fabric, dice, participants, tally } = stage;
  const halves = CUTS["halves"];
  if (halves === undefined) throw new RangeError("There is no such cut. ");
  fabric.weather = { ...CALM, isCut: halves(dice, participants.length) };
  tally.count(`partition of ${seconds} s`);
  await stage.pass(seconds);
  fabric.weather = CALM;
  const until = (await greatestHeight(stage, "resource")) + RESOURCE_BLOCKS_TO_AGREE;
  while ((await greatestHeight(stage, "resource")) < until) await stage.pass(1);
  // For the last of them to arrive.
  await stage.pass(ARRIVAL_SECONDS);
  const stores = honest(stage).map(({ store }) => store);
  const lows = await Promise.all(
    stores.map(async (store) => (await store.mainBlockSummary("last"))?.height ?? 0),
  );
  const height = Math.min(...lows) - OPEN_MAIN_BLOCKS;
  const blocks = await Promise.all(stores.map((store) => store.mainBlockSummary({ height })));
  const hashes = new Set(blocks.map((block) => block?.blockhash));
  expect(hashes.size, `different main blocks ${height}`).to.equal(1);
  await stage.recover();
}

function honest({ participants, liars }: Stage): readonly Participant[] {
  return participants.filter((participant) => !liars.has(participant));
}

async function greatestHeight(stage: Stage, chain: "main" | "resource"): Promise<number> {
  const tips = honest(stage).map(({ store }) =>
    chain === "main" ? store.mainBlockSummary("last") : store.resourceBlock("last"),
  );
  return Math.max(...(await Promise.all(tips)).map((tip) => tip?.height ?? 0));
}
