import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runBinary } from "../cli/binary.js";
import { makeTempDirectory } from "../support/temp-store.js";

const TEMPLATE = 'rules = 2\nnetwork_name = "TWO"\n';

describe("A network of rules 2 (PROTOCOL 16.2, 16.5)", () => {
  let directory: string;
  const path = (...names: string[]): string => join(directory, ...names);

  before(async () => {
    directory = await makeTempDirectory();
  });
  after(() => rm(directory, { recursive: true }));

  const run = (name: string, ...words: string[]): ReturnType<typeof runBinary> =>
    runBinary([...words, "--data-dir", path(name)]);

  it("is what init --genesis writes without a file, with a nonce of its own and a measured difficulty", async () => {
    const made = await run("found", "init", "--genesis", "--json");
    expect(made).to.include({ code: 0 });
    expect(JSON.parse(made.stdout)).to.include({ rules: 2 });
    const text = await readFile(path("found", "network.toml"), "utf8");
    expect(text)
      .to.match(/^rules = 2$/m)
      .and.to.match(/^system_nonce = "[0-9a-f]{64}"$/m);
    expect(text)
      .to.match(/^work_limit = 134217728$/m)
      .and.match(/^cost_table = 2$/m)
      .and.not.to.match(/^default_difficulty = "100000"$/m);
    await run("other", "init", "--genesis");
    expect(/^system_nonce.*/m.exec(await readFile(path("other", "network.toml"), "utf8"))?.[0]).not.to.equal(
      /^system_nonce.*/m.exec(text)?.[0],
    );
  });

  it("takes nonce and difficulty from a file, and draws, measures and names what the file leaves out (PROTOCOL 16.9)", async () => {
    const begin = async (name: string, template: string): Promise<string> => {
      await writeFile(path(`${name}.toml`), template);
      const made = await run(name, "init", "--genesis", "--network", path(`${name}.toml`));
      expect(made).to.include({ code: 0 });
      const text = await readFile(path(name, "network.toml"), "utf8");
      const [, difficulty = ""] = /^default_difficulty = "(\d+)"$/m.exec(text) ?? [];
      expect(made.stdout).to.include(`The difficulty of the first resource blocks is ${difficulty}.`);
      return text;
    };
    expect(await begin("left", TEMPLATE))
      .to.match(/^system_nonce = "[0-9a-f]{64}"$/m)
      .and.match(/^cost_table = 2$/m)
      .and.not.to.match(/^default_difficulty = "100000"$/m);
    const given = `${TEMPLATE}system_nonce = "n"\n[constants]\ndefault_difficulty = "77"\n`;
    expect(await begin("given", given))
      .to.match(/^system_nonce = "n"$/m)
      .and.to.match(/^default_difficulty = "77"$/m)
      .and.match(/^cost_table = 2$/m);
    // The definition of a network that exists keeps its text, and so its key: for its first node, and for others.
    const existing = (await readFile(path("given", "network.toml"), "utf8")).replace("cost_table = 2\n", "");
    await rm(path("given", "network.toml"));
    await rm(path("given", "chainnode.toml"));
    expect(await begin("given", existing)).to.equal(existing);
    expect(await run("joins", "init", "--network", path("given.toml"))).to.include({ code: 0 });
    expect(await readFile(path("joins", "network.toml"), "utf8")).to.equal(existing);
  });

  it("is defined in microseconds: init names an interval below 20 ms, unless the chain is a development chain", async () => {
    const constants = '[constants]\nmain_chain_interval = 5\ndefault_difficulty = "77"\n';
    await writeFile(path("short.toml"), `${TEMPLATE}${constants}`);
    const short = await run("short", "init", "--genesis", "--network", path("short.toml"));
    expect(short).to.include({ code: 0 });
    expect(short.stderr).to.include("main_chain_interval is 5 µs").and.not.to.include("resource_interval");
    expect((await run("long", "init", "--genesis", "--rules", "1")).stderr).not.to.include("µs");
    expect((await run("instant", "init", "--dev")).stderr).not.to.include("µs");
  });

  it("is chosen with --rules, which goes with --genesis and must not contradict the file", async () => {
    expect(await run("one", "init", "--genesis", "--rules", "1")).to.include({ code: 0 });
    const one = await readFile(path("one", "network.toml"), "utf8");
    expect(one).not.to.include("rules").and.not.to.include("work_limit").and.not.to.include("cost_table");
    expect(await run("dev", "init", "--dev", "--rules", "2")).to.include({ code: 2 });
    await writeFile(path("said.toml"), TEMPLATE);
    const said = ["init", "--genesis", "--network", path("said.toml")];
    expect(await run("said", ...said, "--rules", "1")).to.include({ code: 2 });
  });
});
