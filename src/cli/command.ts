import type { JsonSchema } from "../records/operations/json-schema.js";
import type { Settings } from "./config/resolve.js";
import type { PageSections } from "./help/document.js";
import type { DefinedError } from "../codec/define-error.js";
import type { Input } from "./input/input.js";
import type { Outcome } from "./output/outcome.js";
import type { Style } from "./terminal/colour.js";
import type { Prompter } from "./terminal/prompter.js";
import type { Terminal } from "./terminal/terminal.js";

/**
 * A command, as data and one function. Its words on the command line are its path under commands/. Help, man pages,
 * documentation and completion are generated from it.
 */
export interface Command {
  /** One sentence without its full stop, for lists. */
  readonly summary: string;
  /** Paragraphs; the summary is not repeated. */
  readonly description?: readonly string[];
  /** Sections of its help page, after the options. */
  readonly sections?: PageSections;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Each as it is typed, without the prompt. One that begins with `# ` explains the next. */
  readonly examples: readonly string[];
  /** Whether the settings of a node are offered as flags too. */
  readonly hasNodeSettings?: boolean;
  /** Offers only the settings of the servers. */
  readonly hasServerSettings?: boolean;
  /** Whether a fault in the data directory's chainnode.toml is only a warning: it must not keep an operator from this. */
  readonly worksWithoutFile?: true;
  /** The schema of what `--json` prints; of each document when there are several. */
  readonly result: JsonSchema;
  /** Returns one outcome, or a sequence of them: then `--json` prints one document a line. */
  readonly run: (context: Context, input: Input) => Promise<Outcome | AsyncIterable<Outcome>>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  /** When it is missing, a terminal prompts for it; elsewhere that is a usage error. */
  readonly isRequired?: boolean;
  readonly isVariadic?: boolean;
  /** The option that takes its place. */
  readonly unless?: string;
  /** What applies when it is missing, as help shows it. */
  readonly default?: string;
  readonly complete?: Completer;
  /** How to prompt for it when it is more than a text. It may add to the words given. */
  readonly ask?: Asker;
}

export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of the value in help. An option without one is a flag. */
  readonly placeholder?: string;
  /** One sentence without its full stop. */
  readonly description: string;
  readonly choices?: readonly string[];
  /** What applies when it is missing, as help shows it. Every option with a value has one, or is required. */
  readonly default?: string;
  /** Whether the command refuses to run without it. */
  readonly isRequired?: boolean;
  readonly isRepeatable?: boolean;
  readonly complete?: Completer;
}

/**
 * Returns the words that fit at the cursor, given the input before it. It may ask a node or read files; when that
 * fails, nothing is offered. A word that ends with `=` is completed without a space.
 */
export type Completer = (context: Context, before: Input) => Promise<readonly string[]>;

/** A default, as help shows it, or more. */
type Further<Spec> = string | number | Partial<Spec>;

/** `positional("<to>", "recipient")`: in square brackets when it may be missing, with `...` when it is variadic. */
export function positional(form: string, description: string, further?: Further<ArgumentSpec>): ArgumentSpec {
  const [, bracket, name = "", dots] = /^([<[])(.*?)(\.{3})?[>\]]$/.exec(form) ?? [];
  return {
    name,
    description,
    ...(bracket === "<" ? { isRequired: true } : {}),
    ...(dots === undefined ? {} : { isVariadic: true }),
    ...furtherMembers(further),
  };
}

/** `option("-e, --eval <code>", "JavaScript to run", "none")`; one without a value is a flag. */
export function option(form: string, description: string, further?: Further<OptionSpec>): OptionSpec {
  const [, short, name = "", placeholder] = /^(?:-(.), )?--([^ ]+)(?: <(.*)>)?$/.exec(form) ?? [];
  return {
    name,
    description,
    ...(short === undefined ? {} : { short }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...furtherMembers(further),
  };
}

function furtherMembers<Spec>(further: Further<Spec> = {}): Partial<Spec> | { readonly default: string } {
  return typeof further === "object" ? further : { default: String(further) };
}

export interface CommandTree {
  /** All commands by path (`"key new"`), each loaded on demand. */
  readonly commands: ReadonlyMap<string, () => Promise<{ readonly command: Command }>>;
  /** A summary of the commands under one word, by that word: one sentence without its full stop. */
  readonly groups: ReadonlyMap<string, string>;
  /** The first words of all commands by topic, in the order in which help shows them. */
  readonly chapters: ReadonlyMap<string, readonly string[]>;
  /** Opens what the program gives its commands. Default: nothing. */
  readonly openContext?: (context: BareContext) => Promise<ProgramContext>;
  /** The errors that `help error` explains, loaded on demand. Default: none. */
  readonly loadErrors?: () => Promise<readonly CataloguedError[]>;
}

export interface CataloguedError extends Pick<DefinedError, "code" | "kind" | "definition"> {
  readonly room: string;
}

/** Prompts for an argument, given the input so far. Returns the missing words, if any. */
export type Asker = (context: Context, input: Input, prompter: Prompter) => Promise<readonly string[]>;

export interface CommandProgram {
  readonly terminal: Terminal;
  readonly tree: CommandTree;
  readonly version: string;
}

export interface Context extends BareContext, ProgramContext {}

/** What a program gives its commands beside that. It declares the members itself. */
export interface ProgramContext {}

/** What every program gives its commands. */
export interface BareContext extends CommandProgram {
  readonly settings: Settings;
  /** The style of stderr, for messages that are not part of the result. */
  readonly style: Style;
  /** Prints a message on stderr; nothing with `--quiet`. */
  readonly note: (text: string) => void;
  /** Registers a function that runs when the command has ended, also after a failure, to close what it opened. */
  readonly onEnd: (close: () => Promise<void>) => void;
}
