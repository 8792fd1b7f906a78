import { Script, type Context } from "node:vm";
import { untilAborted } from "../until-aborted.js";
import { callBreakable, isBroken } from "./breakable.js";
import { createGlobalContext, type Globals } from "./create-context.js";
import { parseSource } from "./parse-source.js";
import { setImporter } from "./import-module.js";
import { CONSOLE_FILE, Interruption } from "./script-failure.js";
import { toScript, type Piece } from "./to-script.js";

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

export interface EvaluateOptions {
  readonly signal: AbortSignal;
  /** The file name in error locations. */
  readonly file?: string;
}

export type EvaluatedSource =
  /** The source is incomplete: nothing ran. */
  | { readonly isComplete: false }
  | { readonly isComplete: true; readonly value: unknown; readonly expression: string | null };

/** Calls a synchronous function so that SIGINT ends it. */
export type Enter = (run: () => unknown) => unknown;

export interface EvaluatorOptions {
  /** The reason thrown when SIGINT ends a statement that runs without awaiting. */
  readonly stopped: () => unknown;
  readonly enter?: Enter;
}

export function createEvaluator(
  globals: Globals,
  { stopped, enter = callBreakable }: EvaluatorOptions,
): Evaluator {
  const context = createGlobalContext({ ...globals, _: undefined, _error: undefined });
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
        const piece = toScript(parsed.text, parsed.program);
        setImporter(context, file);
        const value = await untilAborted(run(piece, context, file, enter), signal);
        remember(value);
        return { isComplete: true, value, expression: piece.expression };
      } catch (error) {
        if (isBroken(error)) throw new Interruption(stopped());
        if (signal.aborted && error === signal.reason) throw new Interruption(error);
        context["_error"] = error;
        throw error;
      }
    },
  };
}

/** Everything up to the first await happens before this returns. */
async function run(
  { code, isAwaiting }: Piece,
  context: Context,
  file: string,
  enter: Enter,
): Promise<unknown> {
  const script = new Script(code, { filename: file });
  const value = enter(() => script.runInContext(context, { displayErrors: false }));
  return isAwaiting ? (await (value as Promise<{ value?: unknown } | undefined>))?.value : value;
}
