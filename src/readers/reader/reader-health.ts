import type { CheckResult, Readiness } from "../../ops/health/health.js";
import { certificateProblem } from "../../ops/health/certificate.js";
import type { Problem } from "../../ops/health/facts.js";
import type { Lag } from "./writer-watch.js";

interface ReaderFacts {
  /** Why the database cannot be read now; null while it can. */
  readonly databaseFailure: string | null;
  readonly lag: Lag;
  /** For how long the database has had another block than the node at the height of the node. */
  readonly partedSeconds: number;
  readonly nowUs: number;
  /** The end of the validity of the RPC interface's certificate, null without one. */
  readonly certificateEndUs: number | null;
}

interface ReaderCheck {
  readonly name: string;
  readonly problem: (facts: ReaderFacts, maxLagSeconds: number) => Problem | null;
}

type MeasuredFacts = Omit<ReaderFacts, "nowUs" | "certificateEndUs">;

const CHECKS: readonly ReaderCheck[] = [
  {
    name: "database",
    problem: ({ databaseFailure }) =>
      databaseFailure === null
        ? null
        : {
            message: `no database answers: ${databaseFailure}`,
            fix: "Look at the servers that --postgres lists; the reader goes on by itself when one answers.",
          },
  },
  {
    name: "certificate",
    problem: ({ certificateEndUs, nowUs }) => certificateProblem(certificateEndUs, nowUs),
  },
  {
    name: "lag",
    problem: ({ lag: { blocks, seconds }, partedSeconds }, maxLagSeconds) => {
      const isParted = partedSeconds > maxLagSeconds;
      if (!isParted && seconds <= maxLagSeconds) return null;
      const what = isParted ? "has another block than the node" : `is ${blocks} blocks behind the node`;
      return {
        message: `the database ${what}, for ${Math.round(Math.max(seconds, partedSeconds))} s`,
        fix: "Look at the projector and at the replication of the database.",
      };
    },
  },
];

/** Decides whether requests should be sent to a reader, for /readyz. */
export class ReaderHealth {
  readonly #facts: () => MeasuredFacts;
  readonly #maxLagSeconds: number;
  readonly #nowUs: () => number;
  readonly #turns = new Map<string, { isPassed: boolean; sinceUs: number }>();

  #certificateEndUs = (): number | null => null;

  constructor(facts: () => MeasuredFacts, maxLagSeconds: number, nowUs: () => number) {
    this.#facts = facts;
    this.#maxLagSeconds = maxLagSeconds;
    this.#nowUs = nowUs;
  }

  /** @param endUs the end of the validity of the RPC interface's certificate, µs; null without one. */
  watchCertificate(endUs: () => number | null): void {
    this.#certificateEndUs = endUs;
  }

  get certificateEndUs(): number | null {
    return this.#certificateEndUs();
  }

  readiness(): Readiness {
    const facts = { ...this.#facts(), nowUs: this.#nowUs(), certificateEndUs: this.certificateEndUs };
    const checks = CHECKS.map(({ name, problem }) =>
      this.#resultOf(name, problem(facts, this.#maxLagSeconds)),
    );
    return { isReady: checks.every(({ isPassed }) => isPassed), checks };
  }

  /** The lag of the database in seconds when it exceeds `maxLagSeconds`; null otherwise. */
  get lagSeconds(): number | null {
    const { lag, partedSeconds } = this.#facts();
    const seconds = Math.max(lag.seconds, partedSeconds);
    return seconds <= this.#maxLagSeconds ? null : seconds;
  }

  /** A reader keeps no state, so it is alive as long as it answers. */
  async isAlive(): Promise<boolean> {
    return true;
  }

  #resultOf(name: string, problem: Problem | null): CheckResult {
    const isPassed = problem === null;
    const before = this.#turns.get(name);
    const turn = before?.isPassed === isPassed ? before : { isPassed, sinceUs: this.#nowUs() };
    this.#turns.set(name, turn);
    return { name, problem, ...turn };
  }
}
