import { Script, type Context, createContext, runInContext, runInNewContext } from "node:vm";
import { types } from "node:util";
import { untilAborted } from "../waiting.js";
import { parseSource } from "./parse-source.js";
import { setImporter } from "./import-module.js";
import { CONSOLE_FILE, Interruption, toScriptFailure } from "./script-failure.js";
import { toScript, type Piece } from "./to-script.js";
import { isRecord } from "../print/literal.js";
import * as errors from "../errors.js";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { valueToJson } from "../../codec/readable-json.js";
import { toValue } from "../to-value.js";

const CALL = new Script("work()");
const caller = createContext();

/**
 * Calls a function that SIGINT may end at any point. It then throws an error that `isBroken` recognizes, and no
 * `finally` of the function runs. A nested call is ended alone. Node loses a SIGINT that arrives in the fraction of a
 * millisecond in which the outermost call ends: it has stopped its watchdog and not yet restored the listeners.
 */
export function callBreakable<T>(work: () => T): T {
  caller["work"] = work;
  return CALL.runInContext(caller, { breakOnSigint: true, displayErrors: false }) as T;
}

function isBroken(error: unknown): boolean {
  return (
    types.isNativeError(error) && (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
  );
}

/** Runs JavaScript piece by piece. A piece sees the declarations of those before it. */
export interface Evaluator {
  readonly context: Context;
  /**
   * Awaits the piece's value, which becomes `_` unless it is undefined. Throws what the piece throws, which becomes
   * `_error`; or an `Interruption` when the signal is aborted, after which the awaited work continues and its result
   * is ignored. One piece runs at a time.
   */
  evaluate(source: string, options: EvaluateOptions): Promise<EvaluatedSource>;
  /** Sets `_` to a value, unless it is undefined. */
  remember(value: unknown): void;
}

interface EvaluateOptions {
  readonly signal: AbortSignal;
  readonly file?: string;
}

type EvaluatedSource =
  /** The source is incomplete: nothing ran. */
  | { readonly isComplete: false }
  | {
      readonly isComplete: true;
      readonly value: unknown;
      readonly expression: string | null;
      /** What is a promise, and was probably to be awaited: names of variables, members of the value. */
      readonly unawaited: readonly string[];
    };

/** Calls a synchronous function. */
export type Enter = (run: () => unknown) => unknown;

/** For a console that goes on when SIGINT ends a statement. */
interface BreakableOptions {
  /** The reason thrown when SIGINT ends a statement that runs without awaiting. */
  readonly stopped: () => unknown;
  /** Calls it so that SIGINT ends it. */
  readonly enter: Enter;
}

export function createEvaluator(globals: Globals, breakable?: BreakableOptions): Evaluator {
  const enter = breakable?.enter ?? ((run) => run());
  const context = createGlobalContext({ ...globals, _: undefined, _error: undefined });
  const answering = new Set(Object.keys(globals));
  const remember = (value: unknown): void => {
    if (value !== undefined) context["_"] = value;
  };
  return {
    context,
    remember,
    async evaluate(source, { signal, file = CONSOLE_FILE }) {
      try {
        signal.throwIfAborted();
        const parsed = parseSource(source);
        if (!parsed.isComplete) return parsed;
        const piece = toScript(parsed.text, parsed.program, answering);
        setImporter(context, file);
        const value = await untilAborted(execute(piece, { context, file, enter }), signal);
        remember(value);
        const names = piece.assigned.filter((name) => types.isPromise(context[name]));
        const unawaited = [...new Set(names), ...promisesIn(value)];
        return { isComplete: true, value, expression: piece.expression, unawaited };
      } catch (error) {
        if (breakable !== undefined && isBroken(error)) throw new Interruption(breakable.stopped());
        if (signal.aborted && error === signal.reason) throw new Interruption(error);
        context["_error"] = error;
        throw error;
      }
    },
  };
}

function promisesIn(value: unknown): readonly string[] {
  const members = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return members.filter(([, member]) => types.isPromise(member)).map(([name]) => `_.${name}`);
}

export function unawaitedNote(unawaited: readonly string[]): string {
  const [first = ""] = unawaited;
  return unawaited.length === 1
    ? `${first} is a promise. Its value: await ${first}`
    : `${unawaited.join(", ")} are promises. The value of the first: await ${first}`;
}

/** Everything up to the first await happens before this returns. */
async function execute(
  { code, isAwaiting }: Piece,
  { context, file, enter }: { readonly context: Context; readonly file: string; readonly enter: Enter },
): Promise<unknown> {
  const script = new Script(code, { filename: file });
  const value = enter(() => script.runInContext(context, { displayErrors: false }));
  return isAwaiting ? (await (value as Promise<{ value?: unknown } | undefined>))?.value : value;
}

export interface RanStatement {
  readonly source: string;
  readonly value: unknown;
  readonly expression: string | null;
  readonly unawaited: readonly string[];
}

export async function runSource(
  source: string,
  evaluator: Evaluator,
  options: EvaluateOptions,
): Promise<unknown> {
  const ran = await runStatement(source, evaluator, options);
  if (ran === null) throw errors.scriptUnfinished();
  return ran.value;
}

/** Runs lines as they arrive, each statement as soon as it is complete, and yields each. The first failure ends it. */
export async function* runLines(
  lines: AsyncIterable<string> | Iterable<string>,
  evaluator: Evaluator,
  options: EvaluateOptions,
): AsyncGenerator<RanStatement, void, undefined> {
  let source = "";
  for await (const line of lines) {
    source += `${line}\n`;
    if (source.trim() === "") continue;
    const ran = await runStatement(source, evaluator, options);
    if (ran === null) continue;
    source = "";
    yield ran;
  }
  if (source.trim() !== "") throw errors.scriptUnfinished();
}

/** Null when the source is incomplete. */
async function runStatement(
  source: string,
  evaluator: Evaluator,
  options: EvaluateOptions,
): Promise<RanStatement | null> {
  try {
    const evaluation = await evaluator.evaluate(source, options);
    return evaluation.isComplete ? { source, ...evaluation } : null;
  } catch (error) {
    throw toScriptFailure(error, options.file ?? CONSOLE_FILE);
  }
}

export type Globals = Readonly<Record<string, unknown>>;

/** Creates a separate global object with JavaScript's names, Node's, and those given. */
export function createGlobalContext(globals: Globals): Context {
  const context = createContext();
  const ownNames = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)") as readonly string[]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // Read on first use: some load much.
    if (!ownNames.has(name)) defineLazily(context, name, () => (globalThis as Record<string, unknown>)[name]);
  }
  defineLazily(context, "require", () => createRequire(join(process.cwd(), "console")));
  for (const [name, value] of Object.entries(globals)) define(context, name, value);
  const { JSON: json } = globalOf(context) as { readonly JSON: JSON };
  json.stringify = createExactStringify(json.stringify);
  return context;
}

export function globalOf(context: Context): object {
  return runInContext("globalThis", context) as object;
}

/** Defines a name that code may redefine and that lists of names leave out. */
function defineLazily(context: Context, name: string, read: () => unknown): void {
  Object.defineProperty(context, name, {
    configurable: true,
    get: read,
    set(value: unknown) {
      define(context, name, value);
    },
  });
}

function define(context: Context, name: string, value: unknown): void {
  Object.defineProperty(context, name, { configurable: true, writable: true, enumerable: true, value });
}

type Stringify = typeof JSON.stringify;

/** `JSON.stringify` for protocol values: maps in their own order, integers of any size. */
function createExactStringify(native: Stringify): Stringify {
  const stringify = (value: unknown, replacer?: unknown, space: string | number = ""): string | undefined => {
    const isOurs = (replacer === undefined || replacer === null) && holdsValue(value, new Set());
    if (!isOurs) return native(value, replacer as Parameters<Stringify>[1], space);
    return valueToJson(toValue(value), typeof space === "number" ? " ".repeat(space) : space);
  };
  return stringify as Stringify;
}

function holdsValue(value: unknown, above: ReadonlySet<unknown>): boolean {
  if (typeof value === "bigint" || types.isMap(value)) return true;
  if (typeof value !== "object" || value === null || above.has(value)) return false;
  const inside = new Set([...above, value]);
  return Object.values(value).some((member) => holdsValue(member, inside));
}

/** A `console` whose output is not a result. It holds no state that SIGINT could leave half changed. */
export function createScriptConsole(write: (text: string) => void, hasColour = false): Console {
  const stdout = Object.assign(new Writable(), {
    write(text: string) {
      write(text);
      return true;
    },
  });
  return new Console({ stdout, colorMode: hasColour });
}
