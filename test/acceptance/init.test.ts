import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readConfigFile } from "../../src/cli/config/resolve.js";
import { createClient } from "../../src/client/create-client.js";
import { startBinary } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { slowly } from "../support/slowly.js";

const CONSTANTS =
  'network_name = "A NETWORK"\nsystem_nonce = "Nonce"\n[constants]\nmain_chain_interval = 250000\n';

describe("chainnode init", () => {
  let directory: string;
  const init = (...words: string[]): ReturnType<typeof runInProcess> =>
    runInProcess(["init", "--data-dir", join(directory, "node"), ...words]);

  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("--genesis: creates a network with the file's name and constants and the preset's codes at the first start", async () => {
    const template = join(directory, "template.toml");
    await writeFile(template, CONSTANTS);
    const made = await init("--genesis", "--network", template, "--preset", "public", "--json");
    const settings = await readFile(join(directory, "node", "chainnode.toml"), "utf8");
    expect(settings)
      .to.match(/^genesis = true$/m)
      .and.match(/^preset = "public"$/m)
      .and.match(/^# port = /m);
    expect(made).to.include({ code: 0, stderr: "" });
    const { address } = JSON.parse(made.stdout) as { address: string };
    const network = await readFile(join(directory, "node", "network.toml"), "utf8");
    expect(network)
      .to.include(`genesis_address = "${address}"`)
      .and.to.include("main_chain_interval = 250000");

    const node = startBinary(["start", "--data-dir", join(directory, "node"), "--port", "0", "--json"]);
    try {
      const { rpc } = JSON.parse(await node.firstLine) as { rpc: readonly [string] };
      const counts = await createClient({ url: rpc[0] }).codeCount();
      expect(counts).to.deep.equal({ contracts: 4, requests: 1 });
    } finally {
      await node.stop();
    }
  });

  it("--genesis: adds its settings to a chainnode.toml that is there, also behind a line without an end", async () => {
    await mkdir(join(directory, "node"));
    const file = join(directory, "node", "chainnode.toml");
    await writeFile(file, "mine = true");
    expect(await init("--genesis")).to.include({ code: 0 });
    expect(Object.fromEntries((await readConfigFile(file)) ?? [])).to.deep.equal({
      mine: true,
      genesis: true,
      preset: "classic",
    });
  });

  it("--network: joins the network that the other node's file defines", async () => {
    expect(await init("--genesis")).to.include({ code: 0 });
    const file = join(directory, "node", "network.toml");
    const joined = await runInProcess(["init", "--data-dir", join(directory, "other"), "--network", file]);
    expect(joined).to.include({ code: 0 });
    expect(await readFile(join(directory, "other", "network.toml"), "utf8")).to.equal(
      await readFile(file, "utf8"),
    );
  });

  slowly("--dev: starts as a development chain, with or without --dev", async () => {
    expect(await init("--dev")).to.include({ code: 0 });
    const words = ["start", "--data-dir", join(directory, "node"), "--port", "0", "--json"];
    for (const more of [[], ["--dev"]]) {
      const node = startBinary([...words, ...more]);
      try {
        const { accounts, height } = JSON.parse(await node.firstLine) as {
          accounts: readonly unknown[];
          height: number;
        };
        expect(accounts).to.have.length(10);
        expect(height).to.be.greaterThan(0);
      } finally {
        await node.stop();
      }
    }
  });

  it("leaves no files when the definition is invalid, exit code 5, or missing, exit code 4", async () => {
    const template = join(directory, "template.toml");
    await writeFile(template, "[[[");
    expect((await init("--genesis", "--network", template)).code).to.equal(5);
    expect((await init("--network", join(directory, "none.toml"))).code).to.equal(4);
    expect(existsSync(join(directory, "node"))).to.equal(false);
  });

  it("refuses a directory that is initialized, exit code 5", async () => {
    expect(await init("--dev")).to.include({ code: 0 });
    const again = await init("--dev", "--json");
    expect(again.code).to.equal(5);
    expect(again.stderr).to.include("DATA_DIRECTORY_EXISTS");
  });

  for (const words of [[], ["--dev", "--genesis"], ["--dev", "--preset", "public"]]) {
    it(`refuses an unclear choice of network (${words.join(" ") || "none"}), exit code 2`, async () => {
      expect((await init(...words)).code).to.equal(2);
    });
  }
});
