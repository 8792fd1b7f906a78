import { aborted } from "../src/actions/wait.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import { messageOutcome } from "../src/cli/output/outcome.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { memberOf } from "../src/codec/value.js";
import { messageOf } from "../src/codec/chain-error.js";
import { objectOf, TEXT, withOptional } from "../src/records/operations/json-schema.js";
import { STOP_GRACE_MS } from "../src/rpc/limits.js";
import { openPage } from "./open-page.js";
import * as errors from "./errors.js";

/** Beside the ports that a node has by default. */
const DEFAULT_PORT = 9909;
const MAX_PORT = 65_535;

export const command: Command = {
  summary: "show the chain of a node in a web browser",
  description: [
    "Serves the explorer at 127.0.0.1 until it is stopped, and passes the page's requests on to the node. The page only reads.",
    "A 2.1 node can be explored too, as far as it has the operations. A node serves the page itself with --explorer.",
  ],
  options: [
    option("--port <port>", "port to listen on; 0 means any free port", DEFAULT_PORT),
    option(
      "--print-url",
      "print where the node of the data directory serves its own explorer, and end. On a development chain the URL lets the page act",
    ),
    option(
      "--open",
      "open the explorer of the node of the data directory in the browser, print its URL, and end",
    ),
  ],
  examples: [
    "chainnode explorer",
    "chainnode explorer --open",
    "# the page of a development chain that runs in the background",
    "chainnode explorer --print-url",
    "# explore another node",
    "chainnode explorer --rpc https://node.example.org:9900",
  ],
  result: withOptional(objectOf({ url: TEXT }), { node: TEXT }),
  async run(context, input) {
    const isOpened = input.flag("open");
    if (!input.flag("print-url") && !isOpened)
      return serve(context, input.integer("port", 0, MAX_PORT) ?? DEFAULT_PORT);
    const url = memberOf(await context.workspace.admin({ method: "GET", path: "/explorer" }), "url");
    if (typeof url !== "string") throw errors.explorerOff();
    if (isOpened) await openPage(context, url);
    return messageOutcome({ url }, url);
  },
};

async function* serve(context: Context, port: number): AsyncGenerator<Outcome, void, undefined> {
  const client = await context.workspace.runningClient();
  const place = await context.workspace.place();
  const { openExplorer } = await import("../src/rpc/explorer-server.js");
  const { readNodeAddress } = await import("../src/client/node-address.js");
  const server = await openExplorer({
    node: readNodeAddress("url" in place ? place.url : client.url),
    version: context.version,
    port,
    onError: (error) => context.note(messageOf(error)),
  });
  try {
    const url = `${server.url}/explorer`;
    yield messageOutcome({ url, node: client.url }, `${url} shows ${client.url}`);
    await aborted(context.terminal.interruption());
  } finally {
    await server.close(STOP_GRACE_MS);
  }
}
