import { objectToValue, type Value } from "../../codec/value.js";
import { repeat } from "../../base/clock/clock.js";
import { silentLog, type Log } from "../../base/log.js";
import type { RunningNode } from "../running-node.js";
import { CHECKS, type Check } from "./checks.js";
import { Listeners } from "../../base/listeners.js";
import { DiskForecast } from "./disk-forecast.js";
import { isStoreAnswering, readFacts, type HealthFacts, type Problem } from "./facts.js";

export interface CheckResult {
  readonly name: string;
  readonly isPassed: boolean;
  /** Null while the check passes. */
  readonly problem: Problem | null;
  /** Since when the result is what it is, µs. */
  readonly sinceUs: number;
}

/** Whether a node can be used, check by check in the order of `CHECKS`. */
export interface Readiness {
  readonly isReady: boolean;
  readonly checks: readonly CheckResult[];
}

interface CheckState {
  /** Null while the check passes. */
  problem: Problem | null;
  sinceUs: number;
  /** Since when the condition differs from the result, µs; null while it does not. */
  turnedUs: number | null;
  hasPassed: boolean;
}

const LOOK_US = 1_000_000;
/** Facts this old say nothing about the node. A look takes two seconds at most. */
const STALE_US = 10_000_000;
/** A check that failed passes again after its condition has held for this long, so that readiness does not flap. */
const PASS_AFTER_US = 5_000_000;

/** Watches whether a node is ready. Looks every second while it runs. */
export class Health {
  /** Called after a look that found other checks failing than the one before, and after the first. */
  readonly turns = new Listeners<Readiness>();
  readonly #node: RunningNode;
  readonly #directory: string | null;
  readonly #log: Log;
  readonly #states = new Map<string, CheckState>();
  readonly #forecast = new DiskForecast();
  #facts: HealthFacts | null = null;
  #waiting: { readonly height: number; readonly sinceUs: number } | null = null;
  #end: (() => void) | null = null;
  #failing: string | null = null;
  #certificateEndUs = (): number | null => null;

  /** @param directory the data directory, null for a node that keeps nothing on a disk. */
  constructor(node: RunningNode, directory: string | null, log: Log = silentLog) {
    this.#node = node;
    this.#directory = directory;
    this.#log = log;
  }

  /** Starts to watch. Resolves after the first look. */
  async start(): Promise<void> {
    await this.look();
    this.#end ??= repeat(this.#node.clock, LOOK_US, () => this.look());
  }

  /** @param endUs the end of the validity of the RPC interface's certificate, µs; null without one. */
  watchCertificate(endUs: () => number | null): void {
    this.#certificateEndUs = endUs;
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }

  /** The facts of the last look, null before the first. */
  get facts(): HealthFacts | null {
    return this.#facts;
  }

  /** The results of the last look. A node that has not been looked at is not ready. */
  readiness(): Readiness {
    const ageUs = this.#node.clock.nowUs() - (this.#facts?.nowUs ?? 0);
    if (ageUs > STALE_US) return { isReady: false, checks: [] };
    const checks = CHECKS.flatMap(({ name }) => {
      const state = this.#states.get(name);
      if (state === undefined) return [];
      const { problem, sinceUs } = state;
      return [{ name, isPassed: problem === null, problem, sinceUs }];
    });
    return { isReady: checks.length > 0 && checks.every(({ isPassed }) => isPassed), checks };
  }

  /** Whether the store answers within a second. That the event loop does, shows in the answer itself. */
  isAlive(): Promise<boolean> {
    return isStoreAnswering(this.#node);
  }

  async look(): Promise<void> {
    const read = await readFacts(this.#node, this.#directory);
    const facts = {
      ...read,
      waitingUs: this.#noteWaiting(read),
      certificateEndUs: this.#certificateEndUs(),
      diskFullUs: this.#forecast.note(read.freeBytes, read.nowUs),
    };
    this.#facts = facts;
    for (const check of CHECKS) {
      const problem = check.problem(facts);
      const state = this.#states.get(check.name);
      const hadFailed = state !== undefined && state.problem !== null;
      // The first look decides at once.
      if (state === undefined)
        this.#states.set(check.name, {
          problem,
          sinceUs: facts.nowUs,
          turnedUs: null,
          hasPassed: problem === null,
        });
      else turn(state, { problem, nowUs: facts.nowUs, failAfterUs: check.failAfterUs });
      if (check.isLogged === true) this.#logTurn(check, hadFailed);
    }
    this.#tellTurn();
  }

  /** Logs that a check begins to fail, with what to do about it, or passes again. */
  #logTurn({ name }: Check, hadFailed: boolean): void {
    const problem = this.#states.get(name)?.problem ?? null;
    // The end of the signing is logged where it begins.
    const isEnd = problem !== null && problem === this.#facts?.signingEnd;
    if (isEnd || (problem !== null) === hadFailed) return;
    if (problem === null)
      this.#log({
        level: "info",
        module: "node",
        message: "a health check passes again",
        fields: { check: name },
      });
    else {
      const fields = { check: name, fix: problem.fix };
      this.#log({ level: "warn", module: "node", message: problem.message, fields });
    }
  }

  #tellTurn(): void {
    const readiness = this.readiness();
    const failing = failedChecks(readiness).join(" ");
    if (failing === this.#failing) return;
    this.#failing = failing;
    this.turns.tell(readiness);
  }

  /** Returns how long transactions have waited for the block after the tip, µs. */
  #noteWaiting({ pool, height, nowUs }: Pick<HealthFacts, "pool" | "height" | "nowUs">): number {
    if (pool === 0) this.#waiting = null;
    else if (this.#waiting?.height !== height) this.#waiting = { height, sinceUs: nowUs };
    return this.#waiting === null ? 0 : nowUs - this.#waiting.sinceUs;
  }
}

/** The readiness of a node whose RPC interface may still be closed, while it starts, or closed already. */
export function readinessOf({
  health,
  isServing,
}: {
  readonly health: Pick<Health, "readiness">;
  readonly isServing: () => boolean;
}): Readiness {
  const readiness = health.readiness();
  return { ...readiness, isReady: readiness.isReady && isServing() };
}

export function failedChecks({ checks }: Readiness): readonly string[] {
  return checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
}

/** Why the node is not ready, as `not ready: clock is …; …`; `ready` when it is. */
export function verdictOf({ isReady, checks }: Readiness): string {
  if (isReady) return "ready";
  const reasons = checks.flatMap(({ problem }) => (problem === null ? [] : [problem.message]));
  return `not ready: ${reasons.length === 0 ? "starting, stopping or not answering" : reasons.join("; ")}`;
}

export function readinessToValue(readiness: Readiness): Value {
  return objectToValue({
    ready: readiness.isReady,
    verdict: verdictOf(readiness),
    checks: readiness.checks.map(({ name, isPassed, problem, sinceUs }) =>
      objectToValue({
        name,
        ok: isPassed,
        since: BigInt(sinceUs),
        ...(problem === null ? {} : { message: problem.message, fix: problem.fix }),
      }),
    ),
  });
}

/** What a look found, and how long it must last before the check fails. */
interface Finding {
  readonly problem: Problem | null;
  readonly nowUs: number;
  readonly failAfterUs: number;
}

/** Takes over what a look found, once it has lasted. */
function turn(state: CheckState, { problem, nowUs, failAfterUs }: Finding): void {
  const isSame = (problem === null) === (state.problem === null);
  if (isSame) {
    state.turnedUs = null;
    // The words may change with the figures.
    state.problem = problem;
    return;
  }
  state.turnedUs ??= nowUs;
  // A node that starts is ready at once: it has not flapped.
  const passAfterUs = state.hasPassed ? PASS_AFTER_US : 0;
  const lastsUs = problem === null ? passAfterUs : failAfterUs;
  if (nowUs - state.turnedUs < lastsUs) return;
  state.problem = problem;
  state.hasPassed ||= problem === null;
  state.sinceUs = state.turnedUs;
  state.turnedUs = null;
}
