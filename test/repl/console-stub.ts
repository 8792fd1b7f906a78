import { once } from "node:events";
import { PassThrough } from "node:stream";
import { errorText } from "../../src/cli/output/print.js";
import { createStyle } from "../../src/cli/terminal/colour.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { createKeystore } from "../../src/data/keys/keystore.js";
import { createNamedKeys, type NamedKeys } from "../../src/data/keys/named-keys.js";
import type { ConsoleConnection, Host } from "../../src/repl/connection.js";
import { converse } from "../../src/repl/conversation.js";
import { openHistory } from "../../src/repl/history.js";

/** The prompt of a statement that continues. */
export const CONTINUATION = "... ";

const PLAIN = createStyle({ isTerminal: false, environment: {}, isForbidden: true });

const NO_PROGRESS = { show: () => undefined, clear: () => undefined };

/** The keys of a data directory. */
export function openKeys(path: string): NamedKeys {
  const directory = dataDirectory(path);
  return createNamedKeys(createKeystore(directory.keystore), directory);
}

/** A host for statements without a person. */
export function createTestHost(keys: NamedKeys = openKeys("/nonexistent")): Host {
  return {
    keys,
    askPassword: () => Promise.reject(new Error("No user is present. ")),
    print: () => undefined,
    openProgress: () => NO_PROGRESS,
    interruption: () => new AbortController().signal,
  };
}

/** A conversation whose terminal is made of texts. */
export interface TestConversation {
  readonly ended: Promise<void>;
  type(text: string): void;
  /** Resolves when this text has been shown, with the output since the last call. */
  see(text: string): Promise<string>;
}

export async function beginConversation(
  connection: ConsoleConnection,
  directory: string,
): Promise<TestConversation> {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const dialogue = {
    input,
    output,
    hasColour: false,
    openProgress: () => NO_PROGRESS,
    errorText: (error: unknown) => errorText(error, PLAIN),
    helpText: (
      sections: readonly { readonly heading: string; readonly terms: readonly { readonly term: string }[] }[],
    ) =>
      sections
        .map(({ heading, terms }) => `${heading}\n${terms.map(({ term }) => `  ${term}\n`).join("")}`)
        .join(""),
  };
  return {
    ended: converse({
      connection,
      keys: openKeys(directory),
      dialogue,
      history: await openHistory(directory),
    }),
    type: (text) => void input.write(text),
    async see(text) {
      while (!shown.includes(text)) await once(output, "data");
      const end = shown.indexOf(text) + text.length;
      const seen = shown.slice(0, end);
      shown = shown.slice(end);
      return seen;
    },
  };
}
