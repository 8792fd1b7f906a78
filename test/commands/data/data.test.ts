import { expect } from "chai";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../../src/codec/parse-json.js";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { openDriver } from "../../../src/store/sqlite/open-driver.js";
import { runBinaryToHead, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { listIn, readVector } from "../../support/vectors.js";
import { initRecorded, MAIN, RESOURCE } from "./recorded-data.js";
import { slowly } from "../../support/slowly.js";

describe("chainnode data, on the recorded chain (vectors/chain)", () => {
  const directory = useTemporaryDirectory();

  const data = (...words: readonly string[]): ReturnType<typeof runInProcess> =>
    runInProcess(["data", ...words, "--data-dir", join(directory(), "chain")]);
  const initialize = async (): Promise<void> => {
    await initRecorded(join(directory(), "chain"));
  };

  slowly(
    "imports JSON arrays, exports one block a line, imports that, and the check finds no fault",
    async () => {
      await initialize();
      const imported = await data("import", "--main", MAIN, "--resource", RESOURCE, "--json");
      expect(imported).to.include({ code: 0 });
      expect(JSON.parse(imported.stdout)).to.deep.equal({ main_height: 81, resource_height: 42 });

      const [main, resource] = [join(directory(), "main.ndjson"), join(directory(), "resource.ndjson")];
      expect(await data("export", "--main", main, "--resource", resource)).to.include({
        code: 0,
        stdout: "123 blocks were exported.\n",
      });
      const lines = readFileSync(main, "utf8").trimEnd().split("\n");
      expect(lines.map(parseJson)).to.deep.equal(listIn(readVector("chain/main.json")));

      const again = await data("import", "--main", main, "--resource", resource);
      expect(again).to.include({ code: 0 });
      expect(await data("check")).to.include({ code: 0, stdout: "The stored state matches the blocks.\n" });
      expect(
        readdirSync(join(directory(), "chain")).filter((name) => name.startsWith("check")),
      ).to.deep.equal([]);
    },
  );

  it("ends an import at the first invalid block, exit 1, and continues there", async () => {
    await initialize();
    const wrong = join(directory(), "wrong.json");
    // An editor that writes a byte order mark has changed it.
    writeFileSync(wrong, `\ufeff${readFileSync(MAIN, "utf8")}`.replace(/"height":\s*20,/, '"height":21,'));
    const refused = await data("import", "--main", wrong, "--resource", RESOURCE, "--json");
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('"height":21').and.to.include("does not follow block 19");
    expect(await data("import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
  });

  it("exports to standard output, blocks alone, and imports from standard input", async () => {
    await initialize();
    const chain = ["--data-dir", join(directory(), "chain")];
    const input = readFileSync(MAIN, "utf8");
    const imported = await runInProcess(["data", "import", "--main", "-", "--resource", RESOURCE, ...chain], {
      input,
    });
    expect(imported).to.include({ code: 0 });
    const exported = await data("export", "--main", "-");
    expect(exported).to.include({ code: 0 });
    expect(exported.stdout.trimEnd().split("\n").map(parseJson)).to.deep.equal(listIn(parseJson(input)));
    expect(await data("export", "--main", "-", "--resource", "-")).to.include({ code: 2, stdout: "" });
  });

  it("ends an export quietly whose reader closes the pipe, exit 141", async () => {
    await initialize();
    expect(await data("import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
    const words = ["data", "export", "--main", "-", "--data-dir", join(directory(), "chain")];
    const { stdout, ...ended } = await runBinaryToHead(words);
    expect(ended).to.deep.equal({ code: 141, stderr: "" });
    expect(stdout.split("\n")).to.have.lengthOf(2);
  });

  it("shows the first fault that a check finds, exit 5", async () => {
    await initialize();
    await data("import", "--main", MAIN, "--resource", RESOURCE);
    const driver = await openDriver(dataDirectory(join(directory(), "chain")).databaseFile, "read-write");
    await driver.script("UPDATE resource_blocks SET nonce = '00' WHERE height = 7");
    await driver.close();
    const { code, stdout } = await data("check", "--json");
    expect(code).to.equal(5);
    expect(JSON.parse(stdout)).to.deep.equal({
      ok: false,
      chain: "resource",
      height: 7,
      reason: "The hash of the resource block does not match its content.",
      // Main blocks from 12 on need validators that come from this resource block (PROTOCOL 9.13).
      lost_main_from: 12,
      lost_main_to: 81,
      lost_resource_from: 7,
      lost_resource_to: 42,
      lost_transactions: 309,
    });
  });

  it("requires the main chain's file, and reports one that does not exist or would be overwritten", async () => {
    await initialize();
    expect(await data("import")).to.include({ code: 2 });
    const missing = await data("import", "--main", join(directory(), "none.json"));
    expect(missing.code).to.equal(4);
    expect(missing.stderr).to.include("none.json");
    mkdirSync(join(directory(), "taken"));
    expect(await data("export", "--main", join(directory(), "taken"))).to.include({ code: 5 });
  });

  slowly(
    "rewinds to a height above the fixed one, with the resource blocks that name later blocks (PROTOCOL 10.10)",
    async () => {
      await initialize();
      await data("import", "--main", MAIN, "--resource", RESOURCE);
      const rewound = await data("rewind", "70", "--yes", "--json");
      expect(rewound).to.include({ code: 0 });
      expect(JSON.parse(rewound.stdout)).to.have.property("main_height", 70);
      expect(await data("check")).to.include({ code: 0 });
      expect(await data("import", "--main", MAIN, "--resource", RESOURCE)).to.include({
        stdout: "The chain now ends at main block 81 and resource block 42.\n",
      });
    },
  );

  it("rewinds below the fixed height only with force, and never without consent or beyond the chain", async () => {
    await initialize();
    await data("import", "--main", MAIN, "--resource", RESOURCE);
    expect(await data("rewind", "70")).to.include({ code: 2 });
    expect(await data("rewind", "82", "--yes")).to.include({ code: 2 });
    const refused = await data("rewind", "3", "--yes", "--json");
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('"code":"REWIND_FIXED"').and.to.include("--force-below-fixed");
    expect(await data("rewind", "3", "--yes", "--force-below-fixed")).to.include({ code: 0 });
    expect(await data("check")).to.include({ code: 0 });
  });

  slowly(
    "resets the chain, also a damaged one, and keeps the keys, the network and the record of signed statements",
    async () => {
      await initialize();
      const { path, databaseFile, signaturesFile, identityFile } = dataDirectory(join(directory(), "chain"));
      await data("import", "--main", MAIN, "--resource", RESOURCE);
      writeFileSync(signaturesFile, "forgotten 7\n");
      const identity = readFileSync(identityFile, "utf8");
      for (const damage of [false, true]) {
        if (damage) writeFileSync(databaseFile, "no database");
        expect(await data("reset")).to.include({ code: 2 });
        expect(await data("reset", "--yes", "--json")).to.include({ code: 0 });
        expect(readdirSync(path).filter((name) => name.startsWith("chain.sqlite"))).to.deep.equal([]);
      }
      expect(readFileSync(identityFile, "utf8")).to.equal(identity);
      expect(readFileSync(signaturesFile, "utf8")).to.equal("forgotten 7\n");
      expect(await data("import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
    },
  );
});
