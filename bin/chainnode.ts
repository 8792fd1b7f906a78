#!/usr/bin/env node
import { constants } from "node:os";
import { isInRange, readAbout } from "../src/cli/version.js";

const END_SIGNALS = ["SIGINT", "SIGTERM"] as const;

// The system gives process 1 no default action for these signals: without a listener, it cannot be ended.
if (process.pid === 1) {
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}

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
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_MODULE_NOT_FOUND") {
    const [, name = "a package"] = /'([^']*)'/.exec(message) ?? [];
    process.stderr.write(
      `error: The installation is incomplete: ${name} is missing.\n\nInstall chainnode again; in a clone, run npm ci.\n`,
    );
    process.exitCode = 5;
    return;
  }
  if (code !== "EMFILE" && code !== "ENFILE") throw error;
  process.stderr.write(
    "error: Too many files are open.\n\nRaise the limit of open files for this process (ulimit -n).\n",
  );
  process.exitCode = 5;
}

/** Loads the program on demand: an older Node.js may fail to load it. */
async function run(): Promise<void> {
  const [{ commands }, { runCommandLine }, { findHomeDirectory }, { createTerminal }] = await Promise.all([
    import("../commands/index.js"),
    import("../src/cli/run.js"),
    import("../src/cli/terminal/home-directory.js"),
    import("../src/cli/terminal/terminal.js"),
  ]);
  const terminal = createTerminal(process, findHomeDirectory(process.env));
  const code = await runCommandLine(process.argv.slice(2), { terminal, tree: commands, version });
  process.exitCode = code;
  // A script may have left timers and connections, which would keep alive what has failed.
  if (code !== 0 || terminal.isLeft) await endWithOutput();
}

/**
 * Ends the process when its output has reached the reader. That waits for a statement of SQLite under way; a signal ends
 * it meanwhile.
 */
async function endWithOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  for (const signal of END_SIGNALS) process.removeAllListeners(signal);
  process.exit();
}
