#!/usr/bin/env node
import { homedir } from "node:os";
import { commands } from "../commands/index.js";
import { runCommandLine } from "../src/cli/run.js";
import { createTerminal } from "../src/cli/terminal/terminal.js";
import { readVersion } from "../src/cli/version.js";

// The exit code is set, not exited with: what is still on its way to a pipe arrives.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: createTerminal(process, homedir()),
  tree: commands,
  version: readVersion(),
});
