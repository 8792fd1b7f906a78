import { Session, type Profiler } from "node:inspector";

/** What is compiled from src/. */
const UNDER_TEST = "/dist/src/";

/** Which blocks of the code under test are executed, and about how often, as V8 counts them in this process. */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Whether a block has been executed since the last call that never was before, or never nearly as often. */
  hasNew(): boolean {
    const { size } = this.#seen;
    for (const { scriptId, url, functions } of this.#take())
      if (url.includes(UNDER_TEST))
        for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
          if (count > 0)
            this.#seen.add(`${scriptId} ${startOffset} ${endOffset} ${Math.floor(Math.log2(count))}`);
    return this.#seen.size > size;
  }

  close(): void {
    this.#session.disconnect();
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let result: readonly Profiler.ScriptCoverage[] = [];
    // The inspector of the own process answers before this call returns.
    this.#session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error !== null) throw error;
      ({ result } = taken);
    });
    return result;
  }
}
