import type { Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";

interface WatchedFiles {
  readonly files: readonly string[];
  /** Files and directories that a run writes: their changes do not count. */
  readonly written: readonly string[];
}

/** Runs again after each change in the projects of files. A failure ends a run, but not the watch. */
export async function* runWatched(
  { note, onEnd, style, terminal }: Context,
  { files, written }: WatchedFiles,
  run: () => AsyncIterable<Outcome>,
): AsyncGenerator<Outcome, void, undefined> {
  const { watchProjects } = await import("../../src/testing/run/project-watch.js");
  const project = await watchProjects(files, written);
  onEnd(async () => project.close());
  const signal = terminal.interruption();
  for (;;) {
    for await (const { failure, ...outcome } of run()) {
      yield outcome;
      if (failure !== undefined) note(failure.message);
    }
    note(style.dim("The tests run again when a file changes."));
    await project.changed(signal);
  }
}
