import type * as FastCheck from "fast-check";
import type { Value } from "../../codec/value.js";
import {
  AMOUNTS,
  beside,
  drawnCodes,
  fitting,
  type DrawnCode,
  type DrawnParameter,
  type Wanted,
} from "./drawn-codes.js";
import { learn, type LearntCall } from "./learn.js";
import { remember, timeOf, type Memory, type Wish } from "./memory.js";
import type { Random } from "./random.js";
import type { FuzzStep } from "./story.js";
import type { FuzzWorld } from "./world.js";

const S_US = 1_000_000n;
/** The pauses between calls. Most calls follow at once. */
const WAITS_US = [1n, 60n, 3600n, 86_400n, 31_536_000n].map((seconds) => seconds * S_US);
type Call = Memory["calls"][number];

/** Draws calls: from the definitions of parameters, and from what the calls before have shown. */
export class Drawing {
  readonly #world: FuzzWorld;
  readonly #random: Random;
  readonly #codes: readonly DrawnCode[];
  readonly #accepted: ReadonlyMap<string, number>;
  /** The contracts that take a commitment. */
  readonly #committing: readonly number[];

  constructor(fc: typeof FastCheck, world: FuzzWorld, random: Random, accepted: ReadonlyMap<string, number>) {
    this.#world = world;
    this.#random = random;
    this.#accepted = accepted;
    this.#codes = drawnCodes(fc, world, random.below(2 ** 31));
    this.#committing = [...this.#codes.keys()].filter((index) =>
      this.#codes[index]?.parameters.some(({ isCommitment }) => isCommitment),
    );
  }

  /** Learns from a call, and keeps it when it reached something new. */
  learn(
    call: LearntCall,
    memory: Memory,
    { isNew, isRefused }: { readonly isNew: boolean; readonly isRefused: boolean },
  ): void {
    const { step, atUs } = call;
    const calls = this.#codes[step.contract]?.calls ?? [];
    if (isNew || (!isRefused && this.#random.chance(20))) remember(calls, { step, atUs });
    if (isRefused) learn(this.#codes, call, memory);
  }

  next(memory: Memory, nowUs: bigint): FuzzStep {
    const random = this.#random;
    // The newest ones first: they were made possible just now.
    const newest = random.chance(50) ? memory.retries.at(-1) : undefined;
    const retry = random.chance(40) ? (newest ?? random.pick(memory.retries)) : undefined;
    if (retry !== undefined) {
      const { step, atUs } = retry;
      memory.retries.splice(memory.retries.indexOf(retry), 1);
      return { ...step, afterUs: atUs !== null && atUs > nowUs ? atUs - nowUs : 1n };
    }
    const afterUs = this.#wait(memory, nowUs);
    const wish = random.chance(30) ? random.pick(memory.wishes.slice(random.chance(50) ? -3 : 0)) : undefined;
    const contract = (wish && random.pick(this.#committing)) ?? this.#contract(memory);
    const code = this.#codes[contract];
    if (code === undefined) return { contract, from: "", afterUs, parameters: [] };
    const linked = this.#linked(code, memory);
    const base = random.chance(linked === undefined ? 60 : 40) ? random.pick(code.calls) : undefined;
    const from = this.#sender(code, memory, base?.step.from);
    const atUs = nowUs + afterUs;
    const shift = random.chance(60) ? atUs - (base?.atUs ?? atUs) : 0n;
    const parameters = code.parameters.map((parameter, index) => {
      const shared = this.#shared(parameter, linked);
      if (shared !== undefined) return shared;
      const known = base?.step.parameters[index];
      if (base === undefined || random.chance(20)) return this.#value(parameter, memory, { atUs, from });
      return shift !== 0n && typeof known === "bigint" && timeOf(known) !== null ? known + shift : known;
    });
    const step = { contract, from, afterUs, parameters };
    return wish === undefined ? step : this.#fulfilled(wish, { step, code });
  }

  /** An accepted call, most often one that has a parameter of the same name. */
  #linked({ parameters }: DrawnCode, { calls }: Memory): Call | undefined {
    const alike = calls.filter((call) =>
      parameters.some(({ definition: { name } }) => call.parameters.has(name)),
    );
    return (this.#random.chance(75) ? this.#random.pick(alike) : undefined) ?? this.#random.pick(calls);
  }

  /** The call with a wished hash as its commitment, most often by the sender who needs it and with what belongs to it. */
  #fulfilled({ hash, step: wished }: Wish, { step, code }: { step: FuzzStep; code: DrawnCode }): FuzzStep {
    const known = this.#codes[wished.contract]?.parameters ?? [];
    const names = known.map(({ definition: { name } }) => name);
    const amounts = wished.parameters.filter((_, index) => known[index]?.isAmount === true);
    const parameters = code.parameters.map(({ definition: { name }, isAmount, isCommitment }, index) => {
      if (isCommitment) return hash;
      if (isAmount && this.#random.chance(50)) return this.#random.pick(amounts) ?? step.parameters[index];
      const at = names.indexOf(name);
      return at >= 0 && this.#random.chance(90) ? wished.parameters[at] : step.parameters[index];
    });
    return { ...step, from: this.#random.chance(80) ? wished.from : step.from, parameters };
  }

  /** Contracts that are seldom accepted come more often: in this sequence, or in all. */
  #contract({ calls }: Memory): number {
    const { contracts } = this.#world;
    const one = this.#random.below(contracts.length);
    const other = this.#random.below(contracts.length);
    if (this.#random.chance(20)) return one;
    const isOfSequence = this.#random.chance(70);
    const countOf = (index: number): number =>
      isOfSequence
        ? calls.filter(({ contract }) => contract === index).length
        : (this.#accepted.get(contracts[index]?.method.name ?? "") ?? 0);
    return countOf(one) <= countOf(other) ? one : other;
  }

  #sender({ senders }: DrawnCode, memory: Memory, base: string | undefined): string {
    const all = this.#world.senders.map(({ address }) => address);
    const random = this.#random;
    if (base !== undefined && random.chance(60)) return base;
    const seen = random.chance(40) ? memory.addresses : random.chance(50) ? senders : all;
    return random.pick(seen) ?? random.pick(all) ?? "";
  }

  #wait({ times }: Memory, nowUs: bigint): bigint {
    const random = this.#random;
    if (random.chance(75)) return 1n;
    const time = random.chance(60) ? random.pick(times.filter((time) => time > nowUs + 1n)) : undefined;
    if (time === undefined) return random.pick(WAITS_US) ?? 1n;
    const leftUs = time - nowUs;
    if (random.chance(40)) return leftUs / 2n + 1n;
    return leftUs + BigInt(random.below(3) - 1);
  }

  /** What a call has in common with an accepted one: a value of the same name, or its sender. */
  #shared({ definition: { name }, isAddress }: DrawnParameter, linked: Call | undefined): Value | undefined {
    const named = linked?.parameters.get(name);
    if (named !== undefined) return this.#random.chance(70) ? named : undefined;
    return isAddress && this.#random.chance(50) ? linked?.from : undefined;
  }

  #value(
    parameter: DrawnParameter,
    memory: Memory,
    { atUs, from }: { readonly atUs: bigint; readonly from: string },
  ): Value | undefined {
    const random = this.#random;
    const matching = random.chance(70) ? random.pick(parameter.matching) : undefined;
    const sample = matching ?? random.pick(parameter.samples);
    if (random.chance(30)) return sample;
    // The sender, also in its other spelling.
    if (parameter.isAddress && random.chance(15))
      return from.endsWith("00") && random.chance(50) ? from.slice(0, -2) : from;
    if (random.chance(40)) {
      const wanted = random.pick(parameter.wanted);
      if (wanted !== undefined) return valueOf(wanted, parameter, atUs);
    }
    const seen = this.#seen(parameter, memory, atUs);
    return seen === undefined || (matching !== undefined && random.chance(50))
      ? sample
      : fitting(seen, parameter);
  }

  #seen(
    { definition, isAddress, isAmount }: DrawnParameter,
    memory: Memory,
    atUs: bigint,
  ): Value | undefined {
    const random = this.#random;
    if (isAddress) return random.pick(memory.addresses);
    if (definition.type === "int" && random.chance(70)) {
      const time = random.chance(50) ? random.pick(memory.times) : undefined;
      const near = time ?? atUs + (random.chance(70) ? (random.pick(WAITS_US) ?? 0n) : 0n);
      return near + BigInt(random.below(3) - 1);
    }
    if (isAmount && random.chance(30)) return random.pick(AMOUNTS);
    if (definition.type === "int" || isAmount)
      return beside(random.pick(memory.numbers), random.below(3) - 1);
    return random.pick(random.chance(50) ? memory.keys : memory.addresses);
  }
}

function valueOf(wanted: Wanted, parameter: DrawnParameter, atUs: bigint): Value {
  return fitting("value" in wanted ? wanted.value : atUs + wanted.afterUs, parameter);
}
