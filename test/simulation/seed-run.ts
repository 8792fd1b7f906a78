import { CONFIRM_INTERVAL_US, found, type Founding } from "./founding.js";
import { Simulation, type Outcome } from "./simulation.js";

/** The parameters of one run. The same parameters give the same run everywhere. */
export interface SeedOrder {
  readonly seed: number;
  readonly nodes: number;
  readonly cycles?: number;
  readonly attackers?: readonly string[];
  readonly partitionSeconds?: number;
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

/** By number of nodes and confirm interval. */
const foundings = new Map<string, Promise<Founding>>();

/** Runs one seed and returns the result. */
export async function runSeed(order: SeedOrder): Promise<SeedResult> {
  const { seed, nodes, isLogged = false, ...options } = order;
  const onLog = (line: string): void => void (isLogged && process.stderr.write(`${line}\n`));
  const partitionUs = (options.partitionSeconds ?? 0) * 1_000_000;
  const confirmUs = partitionUs === 0 ? CONFIRM_INTERVAL_US : partitionUs + AROUND_PARTITION_US;
  const name = `${nodes} ${confirmUs}`;
  const founding = foundings.get(name) ?? found(nodes, confirmUs);
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

export function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
