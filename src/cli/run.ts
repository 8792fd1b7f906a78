import { ChainError } from "../codec/chain-error.js";
import { explainForeign } from "../codec/define-error.js";
import { fileError } from "../codec/file-error.js";
import type { Command, CommandProgram, CommandTree } from "./command.js";
import { EXIT_DONE, exitCodeOf } from "./exit-codes.js";
import { findRoute, withoutFlags, type Route } from "./route.js";
import { Interrupted } from "./terminal/prompter.js";

const VERSION_FLAGS: ReadonlySet<string> = new Set(["--version", "-V"]);

export async function runCommandLine(line: readonly string[], program: CommandProgram): Promise<number> {
  // Everything after `--` is data, also words that look like flags.
  const end = line.indexOf("--");
  const own: ReadonlySet<string> = new Set(end < 0 ? line : line.slice(0, end));
  try {
    return await runLine(line, own, program);
  } catch (error) {
    // The settings are not known yet, or reading them failed: only the command line decides how to report it.
    const style = { isJson: own.has("--json"), isColourForbidden: own.has("--no-color") };
    return reportFailure(error, program, style);
  }
}

async function runLine(
  line: readonly string[],
  own: ReadonlySet<string>,
  program: CommandProgram,
): Promise<number> {
  const { terminal, tree, version } = program;
  if (line[0] === "__complete" || line[0] === "__describe") {
    const { printCompletions } = await import("./complete.js");
    await printCompletions(line, program);
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
  // Help is no JSON.
  if (own.has("--json"))
    throw (await import("./errors.js")).missingCommand({ scope: `chainnode ${route.path}`.trim() });
  if (route.path !== "" || flags.length === route.words.length) return printHelp(line, program);
  terminal.output.write(`${version}\n`);
  return EXIT_DONE;
}

async function printHelp(line: readonly string[], { terminal, tree }: CommandProgram): Promise<number> {
  const { findPage } = await import("./help/pages.js");
  const { pageToText } = await import("./help/text.js");
  const { createStyle } = await import("./terminal/colour.js");
  const page = await findPage(withoutFlags(line), tree);
  const { output, environment } = terminal;
  const style = createStyle({
    isTerminal: output.isTerminal,
    environment,
    isForbidden: line.includes("--no-color"),
  });
  output.write(pageToText(page, style, output.width));
  return EXIT_DONE;
}

async function runCommand(command: Command, route: Route, program: CommandProgram): Promise<number> {
  const { parseLine } = await import("./input/parser.js");
  const { resolveSettings } = await import("./config/resolve.js");
  const { withContext } = await import("./create-context.js");
  const { askForMissing } = await import("./input/ask.js");
  const { ignoredFile, printOutcome } = await import("./output/print.js");
  const { terminal } = program;
  const { environment, homeDirectory } = terminal;

  const { input, flags } = parseLine(route.path, command, route.words);
  const faults: ChainError[] = [];
  const onFault = command.worksWithoutFile === true ? (fault: ChainError) => faults.push(fault) : undefined;
  const settings = await resolveSettings({ flags, environment, homeDirectory, onFault });
  try {
    await withContext(program, settings, async (context) => {
      for (const fault of faults) context.note(ignoredFile(fault));
      const complete = await askForMissing({ route, command, input }, context);
      await printOutcome(await command.run(context, complete), context);
    });
    return EXIT_DONE;
  } catch (error) {
    const style = { isJson: settings.flag("json"), isColourForbidden: settings.flag("no-color") };
    return reportFailure(error, program, style);
  }
}

interface FailureStyle {
  readonly isJson: boolean;
  readonly isColourForbidden: boolean;
}

/** Reports a failure on stderr and returns its exit code. Prints nothing after an interruption. */
async function reportFailure(
  thrown: unknown,
  { terminal: { errors, environment }, tree }: CommandProgram,
  { isJson, isColourForbidden }: FailureStyle,
): Promise<number> {
  const error = await explained(fileError(thrown) ?? thrown, tree);
  if (!(error instanceof Interrupted)) {
    const { errorJson, errorText } = await import("./output/print.js");
    const { createStyle } = await import("./terminal/colour.js");
    const { isTerminal } = errors;
    const style = createStyle({ isTerminal, environment, isForbidden: isColourForbidden });
    errors.write(isJson ? errorJson(error) : errorText(error, style));
  }
  return exitCodeOf(error);
}

/** What to do about another node's error, and the exit code, come from the catalogue: a node may claim anything. */
async function explained(error: unknown, { loadErrors }: CommandTree): Promise<unknown> {
  if (!(error instanceof ChainError) || !error.isForeign) return error;
  const known = (await loadErrors?.())?.find(({ code }) => code === error.code);
  return explainForeign(error, known);
}
