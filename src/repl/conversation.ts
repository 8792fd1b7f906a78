import { start, type REPLEval, type REPLServer } from "node:repl";
import { ChainError, messageOf } from "../codec/chain-error.js";
import type { Connection } from "./connection.js";
import { setGlobals, type Globals } from "./evaluator.js";
import type { History } from "./history.js";
import { printResult } from "./print-result.js";

export interface Dialogue {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream & { readonly columns?: number };
  readonly hasColour: boolean;
}

const DEFAULT_WIDTH = 80;

/**
 * Talks with a person until they leave: Node's own console with our objects, results awaited and printed whole. Its
 * `_` and `_error` are the last result and the last error.
 */
export async function converse(
  connection: Connection,
  globals: Globals,
  { input, output, hasColour }: Dialogue,
  history: History,
): Promise<void> {
  const server = start({
    prompt: await promptOf(connection),
    input,
    output,
    terminal: true,
    // It would run what is not yet entered.
    preview: false,
    useColors: hasColour,
    useGlobal: false,
    ignoreUndefined: true,
    writer: (result: unknown) =>
      printResult(result, { width: output.columns ?? DEFAULT_WIDTH, hasColour }).trimEnd(),
  });
  setGlobals(server, globals);
  Object.assign(server, { eval: awaiting(server, connection), history: [...history.lines] });
  server.on("history", (lines: string[]) => history.keep(lines));
  await new Promise<void>((resolve) => {
    server.once("exit", resolve);
  });
  await history.save();
}

/** Node's evaluation, whose result is awaited; the prompt that follows tells the heights after it. */
function awaiting(server: REPLServer, connection: Connection): REPLEval {
  const evaluate = server.eval;
  return function (source, context, file, done) {
    const finish = async (error: Error | null, result: unknown): Promise<void> => {
      const outcome = await settle(error, result);
      server.setPrompt(await promptOf(connection));
      done.call(server, outcome.error, outcome.result);
    };
    evaluate.call(server, source, context, file, (error, result) => void finish(error, result));
  };
}

interface Settled {
  readonly error: Error | null;
  readonly result: unknown;
}

async function settle(error: Error | null, result: unknown): Promise<Settled> {
  if (error !== null) return { error, result: undefined };
  try {
    return { error: null, result: await result };
  } catch (reason) {
    return { error: reason instanceof Error ? reason : new Error(messageOf(reason)), result: undefined };
  }
}

/** Where the console is attached, with the heights of both chains; without them while no node answers. */
async function promptOf({ name, client }: Connection): Promise<string> {
  try {
    const { last_block, last_resource_block } = await client.info();
    return `${name} ${last_block.height}/${last_resource_block.height}> `;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return `${name} (no answer)> `;
  }
}
