import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type { RulesNumber } from "../../records/rules.js";
import { CallWatch, DecidingPlaces } from "./call-watch.js";
import { AddressedState, fuzzNetwork, type FuzzState, type Invariants } from "./fuzz-state.js";
import { findBreach, isStranger, Owners } from "./general-rules.js";
import { START_US } from "./generators.js";
import { Ground, type GroundOutcome } from "./ground.js";
import { Money } from "./money.js";
import { playScene, type Scene, type SceneEnd } from "./scene.js";
import { storyOf, type FuzzStep, type PlayedCall } from "./story.js";
import { startCells, type FuzzedCode, type FuzzWorld } from "./world.js";

/** A call that should not be possible, with the shortest way to it. */
export interface FuzzFinding {
  /** A general rule, or the name of an invariant. */
  readonly rule: string;
  readonly contract: string;
  readonly sentence: string;
  /** The start state and the calls, one line each. */
  readonly story: readonly string[];
}

export interface Expectations {
  /** What must hold after every accepted call, by name. */
  readonly invariants?: Invariants;
  /** A total that no call changes but that of a contract which names who may call it. */
  readonly conserves?: ((state: FuzzState) => unknown) | undefined;
  readonly scene?: Scene | undefined;
  /** The rules of the network (PROTOCOL 16). Default: 1. */
  readonly rules?: RulesNumber | undefined;
}

export interface Case {
  readonly start: readonly Value[];
  readonly steps: readonly FuzzStep[];
}

export interface Played {
  readonly start: readonly Value[];
  readonly made: PlayedCall[];
  readonly ground: Ground;
  readonly money: Money;
  nowUs: bigint;
}

export interface PlayedStep {
  readonly outcome: GroundOutcome;
  readonly watch: CallWatch;
  readonly parameters: ReadonlyMap<string, Value>;
  /** Whether the call broke a rule: what follows it proves nothing. */
  readonly isBreach: boolean;
  /** The rule that the call broke, and was not known to break. */
  readonly finding: FuzzFinding | null;
}

export class Player {
  readonly known = new Set<string>();
  calls = 0;
  readonly #world: FuzzWorld;
  readonly #network: Network;
  readonly #expected: Expectations;
  readonly #scene: SceneEnd | null;
  readonly #places = new DecidingPlaces();
  readonly #owners = new Owners();

  constructor(world: FuzzWorld, expected: Expectations) {
    this.#world = world;
    this.#expected = expected;
    this.#network = fuzzNetwork(expected.rules);
    this.#scene =
      expected.scene === undefined ? null : playScene(this.#network, expected.scene.calls, START_US);
  }

  begin(start: readonly Value[]): Played {
    const ground = new Ground(this.#network, this.#scene?.cells ?? startCells(this.#world.slots, start));
    const money = Money.of(this.#world, ground);
    return { start, made: [], ground, money, nowUs: this.#scene?.timestampUs ?? START_US };
  }

  /** Plays a whole sequence up to its first finding. */
  play({ start, steps }: Case): FuzzFinding | null {
    const played = this.begin(start);
    for (const step of steps) {
      const made = this.step(played, step);
      if (made?.isBreach === true) return made.finding;
    }
    return null;
  }

  /** Makes the next call of a sequence. Null for an unknown contract. */
  step(played: Played, step: FuzzStep): PlayedStep | null {
    const code = this.#world.contracts[step.contract];
    if (code === undefined) return null;
    const { ground, made } = played;
    played.nowUs += step.afterUs;
    this.calls += 1;
    const stranger = isStranger(this.#world, ground, step.from);
    const watch = new CallWatch(this.#places, this.#world.labels);
    const parameters = parametersOf(code, step);
    const call = { code, from: step.from, parameters, timestampUs: played.nowUs };
    const before = this.#total(ground);
    const outcome = ground.call({ ...call, tracer: watch });
    this.#owners.learn(watch.hashed);
    made.push({ step, outcome, debugged: watch.debugged });
    if (outcome.status === "accepted") played.money.note(code, outcome.changes);
    const again = (): GroundOutcome => ground.copy().call(call);
    const breach =
      this.#breach(played, { code, from: step.from, outcome, isStranger: stranger, again }) ??
      this.#broken(ground, { code, outcome, before });
    const finding = breach && { ...breach, contract: code.method.name };
    const isKnown = finding === null || this.known.has(idOf(finding));
    return {
      outcome,
      watch,
      parameters,
      isBreach: finding !== null,
      finding: isKnown ? null : { ...finding, story: storyOf(this.#world, played.start, made) },
    };
  }

  #breach(
    { ground, money, start }: Played,
    call: {
      readonly code: FuzzedCode;
      readonly from: string;
      readonly outcome: GroundOutcome;
      readonly isStranger: boolean;
      readonly again: () => GroundOutcome;
    },
  ): Pick<FuzzFinding, "rule" | "sentence"> | null {
    const { outcome } = call;
    const isReachable = this.#world.issued.size > 0 || start.every((value) => value === null);
    if (outcome.status === "broke")
      // A generated cell that is no amount may hold what no call writes.
      return start.every((value, index) => value === null || this.#world.slots[index]?.isAmount === true)
        ? { rule: "machine", sentence: `the machine fails: ${outcome.message.trim()}` }
        : null;
    if (outcome.status !== "accepted") return null;
    const isConserved = this.#expected.conserves !== undefined;
    const owners = this.#owners;
    return findBreach(this.#world, { ...call, outcome, ground, money, owners, isReachable, isConserved });
  }

  #broken(
    ground: Ground,
    {
      code,
      outcome: { status },
      before,
    }: { readonly code: FuzzedCode; readonly outcome: GroundOutcome; readonly before: string | null },
  ): Pick<FuzzFinding, "rule" | "sentence"> | null {
    if (status !== "accepted") return null;
    const after = this.#total(ground);
    if (after !== before && !code.guards.isIssuer)
      return { rule: "conserves", sentence: `the conserved total changes from ${before} to ${after}` };
    const state = new AddressedState(ground, this.#world.senders);
    for (const [rule, holds] of Object.entries(this.#expected.invariants ?? {})) {
      try {
        if (holds(state) !== false) continue;
        return { rule, sentence: `${rule} does not hold` };
      } catch (error) {
        return {
          rule,
          sentence: `${rule} does not hold: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    }
    return null;
  }

  #total(ground: Ground): string | null {
    const { conserves } = this.#expected;
    return conserves === undefined
      ? null
      : String(conserves(new AddressedState(ground, this.#world.senders)));
  }
}

export function idOf({ rule, contract }: Pick<FuzzFinding, "rule" | "contract">): string {
  return `${rule} ${contract}`;
}

function parametersOf({ method }: FuzzedCode, { parameters }: FuzzStep): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  for (const [index, { name }] of (method.parameters ?? []).entries()) {
    const value = parameters[index];
    if (value !== undefined) given.set(name, value);
  }
  return given;
}
