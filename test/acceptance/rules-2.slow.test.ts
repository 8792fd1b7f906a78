import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { createClient, type Client } from "../../src/client/create-client.js";
import { runBinary, startBinary } from "../cli/binary.js";
import { makeTempDirectory } from "../support/temp-store.js";

const TEMPLATE = `network_name = "TWO"
[constants]
main_chain_interval = 250000
resource_interval = 1000000
resource_confirm_count = 2
confirm_interval = 3000000
validator_count = 3
difficulty_change_cycle = 1440
default_difficulty = "2000000"
`;
const PASSWORD = "a password of twenty characters";

describe("A network of rules 2 (PROTOCOL 16.2, 16.5)", () => {
  let directory: string;
  const path = (...names: string[]): string => join(directory, ...names);

  before(async () => {
    directory = await makeTempDirectory();
    await writeFile(path("template.toml"), TEMPLATE);
    await writeFile(path("password"), PASSWORD, { mode: 0o600 });
  });
  after(() => rm(directory, { recursive: true }));

  const run = (name: string, ...words: string[]): ReturnType<typeof runBinary> =>
    runBinary([...words, "--data-dir", path(name)]);

  it("runs: begins, sends, registers, mines, and is checked and joined; a node of rules 1 is refused", async () => {
    expect(
      await run(
        "first",
        "init",
        "--genesis",
        "--network",
        path("template.toml"),
        "--rules",
        "2",
        "--preset",
        "dev",
      ),
    ).to.include({ code: 0 });
    const words = ["--port", "0", "--allow-private-peers", "--json"];
    const first = startBinary(["start", "--mine", ...words, "--data-dir", path("first")]);
    try {
      const { rpc } = JSON.parse(await first.firstLine) as { rpc: readonly [string] };
      const key = ["--password-file", path("password")];
      expect(await run("first", "key", "new", "alice", ...key)).to.include({ code: 0 });
      expect(await run("first", "tx", "send", "Faucet", "--wait", ...key)).to.include({ code: 0 });
      const client = createClient({ url: rpc[0] });
      const { rules } = await client.peer();
      const members = await client.networkMembers();
      expect({ rules, members: [...members.keys()] }).to.deep.equal({
        rules: 2,
        members: ["cid", "network"],
      });
      expect((await client.info()).rules).to.equal(2);
      const status = JSON.parse((await run("first", "status", "--json")).stdout) as Record<string, unknown>;
      expect(status).to.include({ rules: 2, fault: null });
      await until(
        async () => (await client.getBlock())?.resource_blockhash !== "" && (await confirmed(client)),
        () => run("first", "tx", "send", "Send", `to=${"0".repeat(44)}`, "amount=1", "--raw", ...key),
      );

      expect(await run("second", "init", "--network", path("first", "network.toml"))).to.include({ code: 0 });
      const host = new URL(rpc[0]).host;
      const second = startBinary(["start", ...words, "--peer", host, "--data-dir", path("second")]);
      try {
        const other = createClient({
          url: (JSON.parse(await second.firstLine) as { rpc: readonly [string] }).rpc[0],
        });
        await until(async () => (await other.blockCount()) > 0);
        const one = (await readFile(path("first", "network.toml"), "utf8")).replace(
          /^(rules|work_limit|cost_table) = .*\n/gm,
          "",
        );
        await writeFile(path("one.toml"), one);
        expect(await run("stranger", "init", "--network", path("one.toml"))).to.include({ code: 0 });
        const stranger = startBinary(["start", ...words, "--data-dir", path("stranger")]);
        await stranger.firstLine;
        const checked = await run("stranger", "peer", "check", host, "--json");
        expect(checked.stdout).to.include("rules 2");
        await stranger.stop();
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
    expect(await run("first", "data", "check")).to.include({ code: 0 });
    expect(await run("second", "data", "check")).to.include({ code: 0 });
  });
});

async function confirmed(client: Client): Promise<boolean> {
  return ((await client.getBlock())?.resource_blockhash ?? "") !== "";
}

/** Waits until a condition holds, and does something between two looks. */
async function until(
  holds: () => Promise<boolean>,
  between: () => Promise<unknown> = () => new Promise((next) => setTimeout(next, 100)),
): Promise<void> {
  while (!(await holds())) await between();
}
