#!/usr/bin/env node
import { isInRange, readAbout } from "../src/cli/version.js";

const { version, engines } = readAbout();
if (isInRange(process.versions.node, engines.node)) {
  await run().catch(refuse);
} else {
  process.stderr.write(
    `error: chainnode needs Node.js ${engines.node.replace("||", "or")}, and this is ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
}

/** The program itself reports every failure but that of loading it. */
function refuse(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "EMFILE" && code !== "ENFILE") throw error;
  process.stderr.write(
    "error: Too many files are open.\n\nRaise the limit of open files for this process (ulimit -n).\n",
  );
  process.exitCode = 5;
}

/** Loads the program on demand: an older Node.js may fail to load it. */
async function run(): Promise<void> {
  const [{ homedir }, { commands }, { runCommandLine }, { createTerminal }] = await Promise.all([
    import("node:os"),
    import("../commands/index.js"),
    import("../src/cli/run.js"),
    import("../src/cli/terminal/terminal.js"),
  ]);
  // The exit code is set without exiting, so that pending output reaches a pipe.
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    terminal: createTerminal(process, homedir()),
    tree: commands,
    version,
  });
}
