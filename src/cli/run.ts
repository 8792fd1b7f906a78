import type { Command, CommandTree } from "./command.js";
import type { Context } from "./context.js";
import { EXIT_DONE, exitCodeOf } from "./exit-codes.js";
import { findRoute, type Route } from "./route.js";
import { Interrupted } from "./terminal/interrupted.js";
import type { Terminal } from "./terminal/terminal.js";

export interface Program {
  readonly terminal: Terminal;
  readonly tree: CommandTree;
  readonly version: string;
}

/** Runs one command line to its end, prints its result or its failure, and answers the exit code. */
export async function runCommandLine(line: readonly string[], program: Program): Promise<number> {
  try {
    if (line[0] === "__complete") {
      const { printCompletions } = await import("./completion/complete.js");
      await printCompletions(line.slice(1), program);
      return EXIT_DONE;
    }
    await runRoute(line, program);
    return EXIT_DONE;
  } catch (error) {
    await reportFailure(error, line, program.terminal);
    return exitCodeOf(error);
  }
}

async function runRoute(line: readonly string[], program: Program): Promise<void> {
  const own = wordsBeforeDashes(line);
  if (line[0] === "help" || own.includes("--help") || own.includes("-h")) {
    const { printHelp } = await import("./help/print-help.js");
    return printHelp(line[0] === "help" ? line.slice(1) : line, program);
  }
  const route = findRoute(line, program.tree);
  const load = program.tree.commands.get(route.path);
  if (load !== undefined) return runCommand((await load()).command, route, program);
  if (route.path === "" && (own.includes("--version") || own.includes("-V"))) {
    program.terminal.output.write(`${program.version}\n`);
    return undefined;
  }
  const { printHelp } = await import("./help/print-help.js");
  return printHelp(line, program);
}

async function runCommand(command: Command, route: Route, program: Program): Promise<void> {
  const [{ parseLine }, { resolveSettings }, { createContext }, { askForMissing }, { printOutcome }] =
    await Promise.all([
      import("./input/parser.js"),
      import("./config/resolve.js"),
      import("./create-context.js"),
      import("./input/ask.js"),
      import("./output/print-outcome.js"),
    ]);
  const { input, flags } = parseLine(route.path, command, route.words);
  const { environment, homeDirectory } = program.terminal;
  const settings = await resolveSettings({ flags, environment, homeDirectory });
  const context: Context = createContext(program, settings);
  const complete = await askForMissing(route, command, input, context);
  await printOutcome(await command.run(context, complete), context);
}

/** One JSON document a failure with `--json`, three parts for people otherwise; always on stderr. */
async function reportFailure(error: unknown, line: readonly string[], terminal: Terminal): Promise<void> {
  if (error instanceof Interrupted) return;
  const { errorJson, errorText } = await import("./output/error-report.js");
  const { createStyle } = await import("./terminal/colour.js");
  // The failure may be that of the settings, so the line and the environment are read as they are.
  const { environment, errors } = terminal;
  const own = wordsBeforeDashes(line);
  const style = createStyle({
    isTerminal: errors.isTerminal,
    environment,
    isForbidden: own.includes("--no-color"),
  });
  errors.write(own.includes("--json") ? errorJson(error) : errorText(error, style));
}

/** What follows `--` is data, whatever it looks like. */
function wordsBeforeDashes(line: readonly string[]): readonly string[] {
  const end = line.indexOf("--");
  return end < 0 ? line : line.slice(0, end);
}
