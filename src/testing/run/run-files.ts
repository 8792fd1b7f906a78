import { resolve } from "node:path";
import { Readable } from "node:stream";
import { run } from "node:test";
import * as reporters from "node:test/reporters";
import { shownText } from "../../codec/shown-text.js";
import type { EndedTest, ReporterName, TestRun } from "./test-run.js";

/** Runs test files with Node's runner, reports on stdout, and answers with the tests that ended. */
process.once("message", (told: TestRun) => runFiles(told));

interface EndEvent {
  readonly name: string;
  readonly file?: string | undefined;
  readonly skip?: string | boolean | undefined;
  readonly todo?: string | boolean | undefined;
  readonly details: {
    readonly duration_ms: number;
    readonly type?: string | undefined;
    readonly error?: unknown;
  };
}

interface TestEvent {
  readonly type: string;
  readonly data: { readonly name?: string };
}

function runFiles({ files, reporter, filters }: TestRun): void {
  const stream = run({
    files: [...files],
    concurrency: true,
    ...(filters.length === 0 ? {} : { testNamePatterns: filters.map((filter) => new RegExp(filter)) }),
  });
  const tests: EndedTest[] = [];
  stream.on("test:pass", (event: EndEvent) => note(tests, event, "passed"));
  stream.on("test:fail", (event: EndEvent) => note(tests, event, "failed"));
  Readable.from(shown(stream))
    .compose(reporterOf(reporter))
    .on("end", () => process.send?.(tests, () => process.disconnect()))
    .pipe(process.stdout);
}

/** Counts tests, not suites. A failed test that is marked as to do does not fail the run. */
function note(tests: EndedTest[], event: EndEvent, ended: EndedTest["outcome"]): void {
  const { name, file = null, skip, todo, details } = event;
  if (details.type === "suite") return;
  // Node.js tells a file without a test that matches as a test that has passed.
  if (ended === "passed" && file !== null && resolve(name) === file) return;
  const isSkipped = isSet(skip) || (isSet(todo) && ended === "failed");
  const failure = ended === "failed" ? messageOf(details.error) : null;
  tests.push({
    file,
    name,
    outcome: isSkipped ? "skipped" : ended,
    durationMs: details.duration_ms,
    failure,
  });
}

/** Names of tests may hold names of codes that others wrote; a report is text for a terminal or a program. */
async function* shown(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent, void, undefined> {
  for await (const event of events) {
    const { name } = event.data;
    yield name === undefined ? event : { ...event, data: { ...event.data, name: shownText(name) } };
  }
}

function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false;
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function reporterOf(name: ReporterName): Parameters<ReturnType<typeof run>["compose"]>[0] {
  return name === "spec" ? new reporters.spec() : reporters[name];
}
