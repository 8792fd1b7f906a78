import type { ExecutionWatch } from "./executions.js";
import { Recorder } from "./record/recorder.js";
import { RECORD_VARIABLE } from "./record/test-record.js";
import type { TestChainParts } from "./test-chain.js";

interface TestWatch {
  readonly execution: Pick<ExecutionWatch, "tracerOf">;
  readonly chain: Pick<TestChainParts, "replaced" | "onPublished" | "onSent">;
  /** The most sequences of calls that a property tries. */
  readonly mostRuns?: number;
}

const NO_WATCH: TestWatch = { execution: {}, chain: {} };
let watch: TestWatch | undefined;

/** The watch of this process: a recorder where `code test` asks for a record. */
export function testWatch(): TestWatch {
  const directory = process.env[RECORD_VARIABLE];
  watch ??= directory === undefined ? NO_WATCH : Recorder.writingTo(directory);
  return watch;
}

export function watchTests(next: TestWatch): void {
  watch = next;
}
