import { expect } from "chai";
import {
  runBinary,
  runBinaryInto,
  runBinaryWatched,
  runInTerminal,
  useTemporaryDirectory,
} from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { skipWithout } from "../support/skip.js";

describe("chainnode help", () => {
  it("lists the commands when there is no other word", async () => {
    const alone = await runBinary([]);
    expect(alone).to.include({ code: 0, stderr: "" });
    expect(alone.stdout).to.include("RUN A NODE").and.to.include("exit-codes");
    expect((await runInProcess(["--help"])).stdout).to.equal(alone.stdout);
    expect((await runInProcess(["help"])).stdout).to.equal(alone.stdout);
  });

  it("shows a command, a group or a topic", async () => {
    const page = await runInProcess(["help", "key", "new"]);
    expect(page.stdout).to.include("chainnode key new <name> [options]");
    expect((await runInProcess(["key", "new", "--help"])).stdout).to.equal(page.stdout);
    expect((await runInProcess(["key", "new", "alice", "-h", "--password-stdin"])).stdout).to.equal(
      page.stdout,
    );
    expect((await runInProcess(["key"])).stdout).to.include("chainnode key <command> [options]");
    for (const topic of [
      "exit-codes",
      "config",
      "environment",
      "network",
      "operators",
      "output",
      "parameters",
    ]) {
      expect((await runInProcess(["help", topic])).code).to.equal(0);
    }
  });

  it("does not take a flag for a word of the topic", async () => {
    for (const words of [["operators"], ["error", "NODE_NOT_RUNNING"], ["key", "new"]]) {
      const { stdout } = await runInProcess(["help", ...words]);
      for (const flags of [["--json"], ["--quiet"], ["--data-dir", "/nonexistent"]]) {
        expect(await runInProcess(["help", ...words, ...flags])).to.include({ code: 0, stdout });
        expect(await runInProcess(["help", ...flags, ...words])).to.include({ code: 0, stdout });
      }
    }
  });

  it("is coloured and wrapped at a terminal, also one of unknown width", async function () {
    skipWithout(this, "script");
    const { stdout } = await runInTerminal(["help", "exit-codes"]);
    expect(stdout).to.include("\u001b[1mEXIT CODES\u001b[22m");
    expect(stdout).to.include("The command line, its input or the configuration is wrong.");
    expect((await runInTerminal(["help", "--no-color"])).stdout).not.to.include("\u001b[");
  });

  it("treats words after -- as data", async () => {
    const { code, stdout } = await runInProcess(["hash", "value", "--", "--help"]);
    expect(code).to.equal(0);
    expect(stdout).to.have.length(65);
  });

  it("shows an operator of contracts, and suggests a similar one", async () => {
    const { code, stdout } = await runInProcess(["help", "$precise_div"]);
    expect(code).to.equal(0);
    expect(stdout).to.include("$precise_div: [left: number, right: number, scale: integer = 0] → decimal");
    expect(stdout).to.include("A scale above 10 counts as 0, not as 10.");
    for (const word of ["precise_div", "$precise_div"])
      expect((await runInProcess(["help", "operators", word])).stdout).to.equal(stdout);
    const unknown = await runInProcess(["help", "$presice_div"]);
    expect(unknown).to.include({ code: 2, stdout: "" });
    expect(unknown.stderr).to.include("Did you mean $precise_div?");
  });

  it("suggests a similar topic or command, exit 2", async () => {
    const { code, stderr } = await runInProcess(["help", "kye"]);
    expect(code).to.equal(2);
    expect(stderr).to.include("Did you mean key?");
    const topic = await runInProcess(["help", "exit-code"]);
    expect(topic).to.include({ code: 2 });
    expect(topic.stderr).to.include("Did you mean exit-codes?");
  });
});

describe("a line without a command", () => {
  for (const line of [
    "--frob",
    "--data-dir",
    "block --frob",
    "--json --frob",
    "--json",
    "block --json",
    "-- status",
  ]) {
    it(`is refused when it is chainnode ${line}, exit 2`, async () => {
      const { code, stdout } = await runInProcess(line.split(" "));
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    });
  }

  it("may have global flags", async () => {
    const alone = await runInProcess([]);
    expect(await runInProcess(["--no-color"])).to.deep.equal(alone);
  });
});

describe("a result that cannot be written", () => {
  it("ends with exit 5 and says why", async () => {
    // stdout is not open for writing.
    const { code, stderr } = await runBinaryInto("1< /dev/null", ["--help"]);
    expect(code).to.equal(5);
    expect(stderr).to.match(/^error: The result could not be written: .+\n$/);
  });
});

describe("a failure that cannot be printed", () => {
  it("still ends with its own exit code", async () => {
    expect(await runBinaryInto("2< /dev/null", ["--frob"])).to.include({ code: 2, stderr: "" });
  });
});

describe("an old Node.js", () => {
  /** Loaded before the program: makes the process report another version. */
  const asVersion = (version: string): string => {
    const code = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
    return `--import=data:text/javascript,${encodeURIComponent(code)}`;
  };
  const run = (version: string) =>
    runBinary(["--version"], { environment: { NODE_OPTIONS: asVersion(version) } });

  for (const version of ["18.20.8", "20.18.3", "21.7.3", "22.11.0"]) {
    it(`is refused with its version, exit 2 (${version})`, async () => {
      const { code, stdout, stderr } = await run(version);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.include("chainnode needs Node.js").and.to.include(`and this is ${version}.`);
    });
  }

  for (const version of ["20.19.0", "22.12.0", "24.0.0"]) {
    it(`does not include a supported version (${version})`, async () => {
      expect(await run(version)).to.include({ code: 0 });
    });
  }
});

describe("chainnode --version", () => {
  const directory = useTemporaryDirectory();

  it("prints the version without loading any dependency", async () => {
    const { code, stdout, scripts } = await runBinaryWatched(["--version"], directory());
    expect(code).to.equal(0);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(scripts.some((url) => url.endsWith("/bin/chainnode.js"))).to.equal(true);
    expect(scripts.filter((url) => url.includes("node_modules"))).to.deep.equal([]);
  });
});

describe("chainnode man", () => {
  it("shows a page as text, or its source for man", async () => {
    const text = await runBinary(["man", "key", "new"]);
    expect(text.stdout).to.include("chainnode key new <name>");
    const roff = await runBinary(["man", "key", "new", "--roff"]);
    expect(roff.stdout).to.match(/^\.TH "CHAINNODE\\-KEY\\-NEW" "1"/);
    const { name, section } = JSON.parse((await runBinary(["man", "config", "--json"])).stdout) as Record<
      string,
      unknown
    >;
    expect({ name, section }).to.deep.equal({ name: "chainnode.toml", section: 5 });
  });

  it("finds a page by the name in other pages", async () => {
    for (const [name, words] of [
      ["chainnode", []],
      ["chainnode-key-new", ["key", "new"]],
      ["chainnode.toml", ["config"]],
      ["chainnode-exit-codes", ["exit-codes"]],
    ] as const) {
      const { stdout } = await runInProcess(["man", ...words]);
      expect(await runInProcess(["man", name])).to.deep.equal({ code: 0, stdout, stderr: "" });
    }
  });
});
