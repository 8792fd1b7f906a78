import { expect } from "chai";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { BINARY } from "../support/node-process.js";
import { OTHER_NODES, otherNode } from "../support/other-node.js";
import { makeTempDirectory } from "../support/temp-store.js";

interface Started {
  readonly rpc: readonly string[];
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
}

const run = promisify(execFile);

/** The whole suite runs on the Node at hand; this shows that nothing depends on it. */
describe("chainnode on the other versions of Node.js", () => {
  for (const major of OTHER_NODES) {
    for (const driver of major >= 22 ? ["sqlite3", "node"] : ["sqlite3"]) {
      it(`starts, sends, is killed, checks, evaluates and completes on ${major} with the driver ${driver}`, async () => {
        const binary = otherNode(major);
        const directory = await makeTempDirectory();
        const env = {
          PATH: process.env["PATH"],
          HOME: directory,
          CHAINNODE_HOME: join(directory, "node"),
          CHAINNODE_SQLITE_DRIVER: driver,
        };
        const chainnode = async (...words: readonly string[]): Promise<string> =>
          (await run(binary, [BINARY, ...words], { env })).stdout;
        const start = async () => {
          const words = [BINARY, "start", "--dev", "--port", "0", "--json"];
          const node = spawn(binary, words, { env, stdio: ["ignore", "pipe", "pipe"] });
          let log = "";
          node.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
          const [line] = (await Promise.race([
            once(node.stdout, "data"),
            once(node, "exit").then(() => {
              throw new Error(`The node ended: ${log}`);
            }),
          ])) as [Buffer];
          return { node, started: JSON.parse(String(line)) as Started, log: () => log };
        };

        const first = await start();
        const [account] = first.started.accounts;
        await writeFile(join(directory, "key"), account?.private_key ?? "", { mode: 0o600 });
        await writeFile(join(directory, "password"), "a password", { mode: 0o600 });
        const password = ["--password-file", join(directory, "password")];
        await chainnode("key", "import", "owner", "--key-file", join(directory, "key"), ...password);
        await chainnode("key", "new", "payee", ...password);
        await chainnode("send", "payee", "1.5", "--key", "owner", "--yes", "--wait", ...password);
        first.node.kill("SIGKILL");
        await once(first.node, "close");

        const second = await start();
        expect(await chainnode("balance", "payee")).to.equal("1.5\n");
        expect((await chainnode("repl", "--eval", "1n + 1n")).trim()).to.equal("2");
        expect(await chainnode("__complete", "key", "ex")).to.equal("export\n");
        second.node.kill("SIGTERM");
        expect(await once(second.node, "exit")).to.deep.equal([0, null]);
        expect(await chainnode("data", "check")).to.equal("The stored state matches the blocks.\n");
        // No warning of Node itself is among the entries.
        for (const entry of (first.log() + second.log()).split("\n").slice(0, -1)) JSON.parse(entry);
        await rm(directory, { recursive: true });
      });
    }
  }
});
