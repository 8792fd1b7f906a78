import type { Command, CommandProgram } from "./command.js";
import { EXIT_DONE } from "./exit-codes.js";
import { reportFailure } from "./failure.js";
import { findRoute, type Route } from "./route.js";

const VERSION_FLAGS: ReadonlySet<string> = new Set(["--version", "-V"]);

/** Runs one command line, prints its result or its failure, and returns the exit code. */
export async function runCommandLine(line: readonly string[], program: CommandProgram): Promise<number> {
  // Everything after `--` is data, also words that look like flags.
  const end = line.indexOf("--");
  const own: ReadonlySet<string> = new Set(end < 0 ? line : line.slice(0, end));
  try {
    return await runLine(line, own, program);
  } catch (error) {
    // The settings are not known yet, or reading them failed: only the command line decides how to report it.
    const style = { isJson: own.has("--json"), isColourForbidden: own.has("--no-color") };
    return reportFailure(error, program.terminal, style);
  }
}

async function runLine(
  line: readonly string[],
  own: ReadonlySet<string>,
  program: CommandProgram,
): Promise<number> {
  const { terminal, tree, version } = program;
  if (line[0] === "__complete") {
    const { printCompletions } = await import("./completion/complete.js");
    await printCompletions(line.slice(1), program);
    return EXIT_DONE;
  }
  if (line[0] === "help") return printHelp(line.slice(1), program);
  if (own.has("--help") || own.has("-h")) return printHelp(line, program);
  const route = findRoute(line, tree);
  const load = tree.commands.get(route.path);
  if (load !== undefined) return runCommand((await load()).command, route, program);
  const flags = route.words.filter((word) => !VERSION_FLAGS.has(word));
  // An unknown flag is an error here too: help with exit code 0 would tell a script that all is well.
  if (flags.length > 0) (await import("./input/parser.js")).assertGlobalFlags(route.path, flags);
  if (route.path !== "" || flags.length === route.words.length) return printHelp(line, program);
  terminal.output.write(`${version}\n`);
  return EXIT_DONE;
}

async function printHelp(words: readonly string[], program: CommandProgram): Promise<number> {
  const help = await import("./help/print-help.js");
  await help.printHelp(words, program);
  return EXIT_DONE;
}

async function runCommand(command: Command, route: Route, program: CommandProgram): Promise<number> {
  const { parseLine } = await import("./input/parser.js");
  const { resolveSettings } = await import("./config/resolve.js");
  const { withContext } = await import("./create-context.js");
  const { askForMissing } = await import("./input/ask.js");
  const { printOutcome } = await import("./output/print-outcome.js");
  const { terminal } = program;
  const { environment, homeDirectory } = terminal;

  const { input, flags } = parseLine(route.path, command, route.words);
  const settings = await resolveSettings({ flags, environment, homeDirectory });
  try {
    await withContext(program, settings, async (context) => {
      const complete = await askForMissing(route, command, input, context);
      await printOutcome(await command.run(context, complete), context);
    });
    return EXIT_DONE;
  } catch (error) {
    const style = { isJson: settings.flag("json"), isColourForbidden: settings.flag("no-color") };
    return reportFailure(error, terminal, style);
  }
}
