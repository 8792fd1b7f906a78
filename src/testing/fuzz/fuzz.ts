import type * as FastCheck from "fast-check";
import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type { RulesNumber } from "../../records/rules.js";
import { AddressedState, fuzzNetwork, type Invariants } from "./fuzz-state.js";
import { findBreach, isStranger } from "./general-rules.js";
import { cellValues, edgesOf, RICH, START_US, valuesOfParameter, type ParameterRole } from "./generators.js";
import { Ground, type GroundOutcome } from "./ground.js";
import { matchingValues } from "./matching-values.js";
import { playScene, type Scene, type SceneEnd } from "./scene.js";
import { storyOf, type FuzzStep } from "./story.js";
import { createWorld, startCells, type FuzzedCode, type FuzzWorld } from "./world.js";

interface FuzzSettings {
  /** Sequences of calls that are tried. */
  readonly runs: number;
  readonly seed: number;
  /** What must hold after every accepted call, by name. */
  readonly invariants?: Invariants;
  /** The contracts that may create value. */
  readonly mints?: readonly string[];
  readonly scene?: Scene | undefined;
  /** The rules of the network (PROTOCOL 16). Default: 1. */
  readonly rules?: RulesNumber | undefined;
}

/** A call that should not be possible, with the shortest way to it. */
export interface FuzzFinding {
  /** A general rule, or the name of an invariant. */
  readonly rule: string;
  readonly contract: string;
  readonly sentence: string;
  /** The start state and the calls, one line each. */
  readonly story: readonly string[];
}

export interface FuzzReport {
  readonly seed: number;
  readonly calls: number;
  /** The accepted calls of each contract, by name. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly findings: readonly FuzzFinding[];
}

const MOST_FINDINGS = 20;
const MOST_STEPS = 6;
const S_TO_US = 1_000_000;
/** The pauses between calls, in seconds. Most calls follow at once. */
const WAITS_S = [1, 60, 3600, 86_400, 31_536_000] as const;

type Case = [start: readonly Value[], steps: readonly FuzzStep[]];

/**
 * Calls contracts in generated sequences, by several accounts, on generated start states, and looks for calls that break a
 * general rule or an invariant. Each finding is reduced to the shortest sequence. The same seed gives the same report.
 * Throws `CODE_BROKEN`.
 */
export async function fuzz(texts: readonly string[], settings: FuzzSettings): Promise<FuzzReport> {
  const fc = await import("fast-check");
  const world = worldOf(fc, texts, settings.scene);
  const player = new Player(world, settings);
  const findings: FuzzFinding[] = [];
  const property = fc.property(startStates(fc, world), sequences(fc, world), (start, steps) => {
    const found = player.play([start, steps]);
    if (found !== null) throw new Error(found.sentence);
  });
  while (world.contracts.length > 0 && findings.length < MOST_FINDINGS) {
    const { seed, runs: numRuns } = settings;
    const examples = examplesOf(world);
    const details = fc.check(property, { seed, numRuns: Math.max(numRuns, examples.length), examples });
    const found = details.counterexample === null ? null : player.play(details.counterexample);
    if (found === null) break;
    findings.push(found);
    player.known.add(idOf(found));
  }
  return { seed: settings.seed, calls: player.calls, accepted: player.accepted, findings };
}

/** With a scene no cell is generated. */
function worldOf(fc: typeof FastCheck, texts: readonly string[], scene: Scene | undefined): FuzzWorld {
  const world = createWorld(texts);
  const values = { ...matchingValues(fc, world), ...scene?.values };
  return { ...world, values, ...(scene !== undefined && { slots: [] }) };
}

function idOf({ rule, contract }: Pick<FuzzFinding, "rule" | "contract">): string {
  return `${rule} ${contract}`;
}

class Player {
  readonly known = new Set<string>();
  readonly accepted: Map<string, number>;
  calls = 0;
  readonly #world: FuzzWorld;
  readonly #network: Network;
  readonly #invariants: Invariants;
  readonly #mints: ReadonlySet<string>;
  readonly #scene: SceneEnd | null;

  constructor(world: FuzzWorld, { invariants = {}, mints = [], scene, rules }: FuzzSettings) {
    this.#world = world;
    this.#network = fuzzNetwork(rules);
    this.#scene = scene === undefined ? null : playScene(this.#network, scene.calls, START_US);
    this.#invariants = invariants;
    this.#mints = new Set(mints);
    this.accepted = new Map(world.contracts.map(({ method }) => [method.name, 0]));
  }

  play([start, steps]: Case): FuzzFinding | null {
    const ground = new Ground(this.#network, this.#scene?.cells ?? startCells(this.#world.slots, start));
    const played: { step: FuzzStep; outcome: GroundOutcome }[] = [];
    let timestampUs = this.#scene?.timestampUs ?? START_US;
    for (const step of steps) {
      const code = this.#world.contracts[step.contract];
      if (code === undefined) continue;
      timestampUs += BigInt(step.afterS * S_TO_US + 1);
      const stranger = isStranger(this.#world, ground, step.from);
      const { from } = step;
      const outcome = ground.call({ code, from, parameters: parametersOf(code, step), timestampUs });
      played.push({ step, outcome });
      this.#count(code, outcome);
      const breach = findBreach(this.#world, { code, from, outcome, isStranger: stranger }, this.#mints);
      const found = breach ?? this.#brokenInvariant(ground, outcome);
      const finding = found && { ...found, contract: code.method.name };
      if (finding !== null && !this.known.has(idOf(finding)))
        return { ...finding, story: storyOf(this.#world, start, played) };
    }
    return null;
  }

  #count({ method }: FuzzedCode, { status }: GroundOutcome): void {
    this.calls += 1;
    if (status === "accepted") this.accepted.set(method.name, (this.accepted.get(method.name) ?? 0) + 1);
  }

  #brokenInvariant(ground: Ground, { status }: GroundOutcome): Pick<FuzzFinding, "rule" | "sentence"> | null {
    if (status !== "accepted") return null;
    const state = new AddressedState(ground, this.#world.senders);
    for (const [rule, holds] of Object.entries(this.#invariants)) {
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
}

function parametersOf({ method }: FuzzedCode, { parameters }: FuzzStep): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  for (const [index, { name }] of (method.parameters ?? []).entries()) {
    const value = parameters[index];
    if (value !== undefined) given.set(name, value);
  }
  return given;
}

function startStates(
  fc: typeof FastCheck,
  { slots, senders }: FuzzWorld,
): FastCheck.Arbitrary<readonly Value[]> {
  const addresses = senders.map(({ address }) => address);
  return fc.tuple(...slots.map(({ isAmount }) => cellValues(fc, isAmount, addresses)));
}

function sequences(fc: typeof FastCheck, world: FuzzWorld): FastCheck.Arbitrary<readonly FuzzStep[]> {
  const steps = world.contracts.map((code, contract) =>
    fc.record<FuzzStep>({
      contract: fc.constant(contract),
      from: fc.constantFrom(...world.senders.map(({ address }) => address)),
      afterS: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constantFrom(...WAITS_S) },
      ),
      parameters: fc.tuple(...rolesOf(world, code).map((role) => valuesOfParameter(fc, role))),
    }),
  );
  return steps.length === 0
    ? fc.constant([])
    : fc.array(fc.oneof(...steps), { minLength: 1, maxLength: MOST_STEPS });
}

function rolesOf({ senders, values }: FuzzWorld, { method, use }: FuzzedCode): readonly ParameterRole[] {
  const addresses = senders.map(({ address }) => address);
  return (method.parameters ?? []).map((definition) => ({
    definition,
    use,
    addresses,
    values: values[definition.name],
  }));
}

/** Each edge value of each parameter, by every sender, on a state where all amounts are high. They are tried first. */
function examplesOf(world: FuzzWorld): Case[] {
  const rich = world.slots.map(({ isAmount }) => (isAmount ? RICH : null));
  return world.contracts.flatMap((code, contract) => {
    const roles = rolesOf(world, code).map((role) => edgesOf(role));
    const plain = roles.map(([first]) => first);
    return world.senders.flatMap(({ address: from }) =>
      roles.flatMap((edges, index) =>
        edges.map((edge): Case => [
          rich,
          [{ contract, from, afterS: 0, parameters: plain.with(index, edge) }],
        ]),
      ),
    );
  });
}
