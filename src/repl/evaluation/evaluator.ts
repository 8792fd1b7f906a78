import { types } from "node:util";
import { Script, type Context } from "node:vm";
import { createGlobalContext, type Globals } from "./create-context.js";
import { parseSource } from "./parse-source.js";
import { setImporter } from "./import-module.js";
import { Interruption } from "./script-failure.js";
import { toScript, type Piece } from "./to-script.js";

/** Runs JavaScript piece by piece; what one piece declares, the next ones see. */
export interface Evaluator {
  readonly context: Context;
  /**
   * Awaits the piece's value, which becomes `_` unless it is undefined. Throws what it throws, which becomes `_error`.
   * One piece runs at a time.
   */
  evaluate(source: string, file?: string): Promise<Evaluation>;
  /** Makes a value `_`, unless it is undefined. */
  remember(value: unknown): void;
  /** Ends what is running: it throws the reason, in an `Interruption`. What it awaits goes on unheard. */
  interrupt(reason: unknown): void;
}

export type Evaluation =
  /** The source ends in the middle of a statement: nothing ran. */
  | { readonly isComplete: false }
  | { readonly isComplete: true; readonly value: unknown; readonly expression: string | null };

export type { Globals };

/** What the places of the typed code are named after. */
export const CONSOLE_FILE = "console";

export interface EvaluatorOptions {
  /** The reason of a statement that a signal ended while it ran without awaiting. */
  readonly stopped: () => unknown;
  /** Runs what does not await; a terminal turns Ctrl-C into a signal meanwhile. */
  readonly enter?: (run: () => unknown) => unknown;
}

export function createEvaluator(globals: Globals, { stopped, enter = callIt }: EvaluatorOptions): Evaluator {
  const context = createGlobalContext({ ...globals, _: undefined, _error: undefined });
  const remember = (value: unknown): void => {
    if (value !== undefined) context["_"] = value;
  };
  let stop: (reason: Interruption) => void = () => undefined;
  return {
    context,
    remember,
    async evaluate(source, file = CONSOLE_FILE) {
      try {
        const parsed = parseSource(source);
        if (!parsed.isComplete) return parsed;
        const piece = toScript(parsed.text, parsed.program);
        setImporter(context, file);
        const interruption = new Promise<never>((_, reject) => (stop = reject));
        const value = await Promise.race([run(piece, context, file, enter), interruption]);
        remember(value);
        return { isComplete: true, value, expression: piece.expression };
      } catch (error) {
        if (isStopped(error)) throw new Interruption(stopped());
        if (!(error instanceof Interruption)) context["_error"] = error;
        throw error;
      } finally {
        stop = () => undefined;
      }
    },
    interrupt: (reason) => stop(new Interruption(reason)),
  };
}

/** Everything up to the first await happens before this returns. */
async function run(
  { code, isAwaiting }: Piece,
  context: Context,
  file: string,
  enter: (run: () => unknown) => unknown,
): Promise<unknown> {
  const script = new Script(code, { filename: file });
  const value = enter(() => script.runInContext(context, { breakOnSigint: true, displayErrors: false }));
  return isAwaiting ? (await (value as Promise<{ value?: unknown } | undefined>))?.value : value;
}

function callIt(run: () => unknown): unknown {
  return run();
}

function isStopped(error: unknown): boolean {
  return (
    types.isNativeError(error) && (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
  );
}
