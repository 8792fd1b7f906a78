import { FAST, found, SLOW, type Founding, type Pace } from "./founding.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { Simulation, type Outcome } from "./simulation.js";

/** The parameters of one run. The same parameters give the same run everywhere. */
export interface SeedOrder {
  readonly seed: number;
  readonly nodes: number;
  readonly cycles?: number;
  readonly attackers?: readonly string[];
  /** Whether the seed draws which of the attackers take part, for one turn. */
  readonly isDrawn?: boolean;
  readonly partitionSeconds?: number;
  /** How many validators follow rules 1 without the local rules. */
  readonly plain?: number;
  /** The rules of the network. Default: 1. */
  readonly rules?: RulesNumber;
  /** Whether the nodes' logs are written to stderr. */
  readonly isLogged?: boolean;
}

export interface SeedResult {
  readonly order: SeedOrder;
  /** Null when it failed. */
  readonly outcome: Outcome | null;
  /** Why it failed. */
  readonly failure: string;
}

/** Longer than a partition by this, because faults come before and after it, µs. */
const AROUND_PARTITION_US = 100_000_000;

/** By number of nodes, pace and rules. */
const foundings = new Map<string, Promise<Founding>>();

/** Runs one seed and returns the result. */
export async function runSeed(order: SeedOrder): Promise<SeedResult> {
  const { seed, nodes, rules, isLogged = false, ...options } = order;
  const onLog = (line: string): void => void (isLogged && process.stderr.write(`${line}\n`));
  const pace = paceOf(order);
  const name = JSON.stringify([nodes, pace, rules]);
  const founding = foundings.get(name) ?? found(nodes, pace, rules);
  foundings.set(name, founding);
  try {
    return {
      order,
      outcome: await new Simulation(await founding, seed, { ...options, onLog }).run(),
      failure: "",
    };
  } catch (error) {
    return { order, outcome: null, failure: failureText(error) };
  }
}

function paceOf({ attackers = [], partitionSeconds = 0 }: SeedOrder): Pace {
  if (partitionSeconds > 0) return { ...SLOW, confirmUs: partitionSeconds * 1_000_000 + AROUND_PARTITION_US };
  return attackers.length > 0 ? FAST : SLOW;
}

export function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
