import { expect } from "chai";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { useTemporaryDirectory } from "../cli/binary.js";
import { converse } from "../../src/repl/conversation.js";
import { createGlobals } from "../../src/repl/globals.js";
import { openHistory } from "../../src/repl/history.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

describe("A conversation at the prompt", () => {
  const directory = useTemporaryDirectory();
  let connection: SandboxConnection;
  let input: PassThrough;
  let output: PassThrough;
  let shown: string;

  beforeEach(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
    input = new PassThrough();
    output = new PassThrough();
    shown = "";
    output.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  });
  afterEach(() => connection.sandbox.close());

  const begin = async (): Promise<Promise<void>> => {
    const history = await openHistory(directory());
    const dialogue = { input, output, hasColour: false };
    return converse(connection, createGlobals(connection), dialogue, history);
  };
  /** Resolves when the text has been shown since the last time. */
  const see = async (text: string): Promise<void> => {
    while (!shown.includes(text)) await once(output, "data");
    shown = shown.slice(shown.indexOf(text) + text.length);
  };

  it("shows the heights, awaits results, and keeps the last one and the last error", async () => {
    const ended = begin();
    const height = await connection.client.blockCount();
    await see(`sandbox ${height}/0> `);
    input.write("chain.height()\n");
    await see(`\n${height}\n`);
    input.write("_ + 1000\n");
    await see(`\n${height + 1000}\n`);
    input.write("chain.state('local', 'x')\n");
    await see("66 to 128 lower-case hex");
    input.write("_error.code\n");
    await see("'STATE_KEY'");
    input.write(CTRL_D);
    await ended;
  });

  it("shows the new height after a block", async () => {
    const ended = begin();
    const height = await connection.client.blockCount();
    await see("> ");
    input.write("await sandbox.fund(sandbox.accounts[1].address, '1')\n");
    await see(`sandbox ${height + 1}/0> `);
    input.write(CTRL_D);
    await ended;
  });

  it("takes statements over several lines, and Ctrl-C clears them once and leaves the second time", async () => {
    const ended = begin();
    await see("> ");
    input.write("[1,\n");
    await see("... ");
    input.write("2].length\n");
    await see("\n2\n");
    input.write("[1,\n");
    await see("... ");
    input.write(CTRL_C);
    await see("> ");
    input.write(CTRL_C);
    await see("To exit, press Ctrl+C again");
    input.write(CTRL_C);
    await ended;
  });

  it("keeps its lines for the next conversation, in a private file, without secrets", async () => {
    const ended = begin();
    await see("> ");
    input.write("1 + 1\n");
    await see("\n2\n");
    input.write(`'${"ab".repeat(32)}'.length\n`);
    await see("\n64\n");
    input.write("const password = 5; 3 + 3\n");
    await see("\n6\n");
    input.write(CTRL_D);
    await ended;
    const file = join(directory(), "console-history");
    expect(readFileSync(file, "utf8")).to.equal("1 + 1\n");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect((await openHistory(directory())).lines).to.deep.equal(["1 + 1"]);
  });
});
