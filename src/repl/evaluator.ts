import { Console } from "node:console";
import { Recoverable, start, type REPLServer } from "node:repl";
import { PassThrough, Writable } from "node:stream";
import { constants, Script } from "node:vm";

/** Runs JavaScript piece by piece; what one piece declares, the next ones see. */
export interface Evaluator {
  /** Awaits the piece's value. Throws what it throws. */
  evaluate(source: string): Promise<Evaluation>;
  close(): void;
}

/** `incomplete` when the source ends in the middle of a statement: nothing ran. */
export type Evaluation =
  { readonly isComplete: true; readonly value: unknown } | { readonly isComplete: false };

export type Globals = Readonly<Record<string, unknown>>;

const INCOMPLETE: Evaluation = { isComplete: false };
const FILE_NAME = "console";

/**
 * An evaluator without a person. Node's own console evaluates what awaits, and tells what is unfinished from what is
 * wrong; its line handling, which drops and races lines that come through a pipe, is left aside.
 */
export function createEvaluator(globals: Globals, say: (text: string) => void): Evaluator {
  const server = start({
    prompt: "",
    input: new PassThrough(),
    // Only what fails where nobody waits for it is written here.
    output: createSink((text) => {
      if (text.trim() !== "") say(text.trim());
    }),
    terminal: false,
    useGlobal: false,
  });
  setGlobals(server, globals);
  // What a script logs is said beside its results.
  server.context["console"] = new Console(createSink((text) => say(text.replace(/\n$/, ""))));
  return {
    async evaluate(source) {
      try {
        const script = compile(source);
        const value: unknown = await (script === null
          ? evaluateOn(server, source)
          : script.runInContext(server.context));
        Object.assign(server, { last: value });
        return { isComplete: true, value };
      } catch (error) {
        if (error instanceof Recoverable) return INCOMPLETE;
        Object.assign(server, { lastError: error });
        throw error;
      }
    },
    close: () => server.close(),
  };
}

export function setGlobals(server: REPLServer, globals: Globals): void {
  Object.assign(server.context, globals);
}

function createSink(say: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      say(String(chunk));
      done();
    },
  });
}

/**
 * Null for what is no script by itself: it awaits, is unfinished or is wrong. Everything else is run here, because the
 * console keeps to itself what a script throws that does not await.
 */
function compile(source: string): Script | null {
  const options = { filename: FILE_NAME, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  // A brace begins an object at a prompt, and a block anywhere else.
  const isObject = /^\s*\{/.test(source) && !/;\s*$/.test(source);
  for (const text of isObject ? [`(${source}\n)`, source] : [source]) {
    try {
      return new Script(text, options);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return null;
}

function evaluateOn(server: REPLServer, source: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    server.eval(source, server.context, FILE_NAME, (error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    });
  });
}
