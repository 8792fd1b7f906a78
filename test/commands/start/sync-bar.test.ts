import { expect } from "chai";
import { Chalk } from "chalk";
import { SyncBar } from "../../../commands/start/sync-bar.js";
import { Settings } from "../../../src/cli/config/resolve.js";
import { createTestTerminal, type TestTerminal } from "../../cli/terminal-stub.js";

const CLEAR = "\r\u001b[2K";

describe("the bar of a node that syncs", () => {
  let nowMs = 0;
  const start = (isTerminal: boolean, logFormat?: string): { terminal: TestTerminal; bar: SyncBar } => {
    nowMs = 0;
    const terminal = createTestTerminal({ isTerminal });
    const value = (name: string, given: boolean | string | undefined) =>
      ({ name, value: given, origin: "default", source: "" }) as const;
    const settings = new Settings([
      value("quiet", false),
      value("json", false),
      value("log-format", logFormat),
    ]);
    return {
      terminal,
      bar: new SyncBar({ terminal, settings, style: new Chalk({ level: 0 }) }, () => nowMs),
    };
  };
  /** The rate since the start is not that of the last seconds. */
  const at = (height: number) => ({ height, target: 400, blocksPerSecond: 20, secondsLeft: 1 });

  it("shows height, rate and time left, makes room for lines of the log, and goes when the node is up to date", () => {
    const { terminal, bar } = start(true);
    bar.show(at(100));
    nowMs = 2000;
    bar.show(at(200));
    expect(terminal.stderr()).to.match(
      /syncing {2}[█░]+ {2} 50 % {2}block 200 of 400 · 50 blocks\/s {2}4 s left$/,
    );
    bar.clear();
    expect(terminal.stderr().endsWith(CLEAR)).to.equal(true);
    nowMs = 2500;
    bar.show(at(200));
    bar.show(null);
    expect(terminal.stderr().endsWith(CLEAR)).to.equal(true);
  });

  it("is not shown in pipes, nor beside a log of JSON", () => {
    for (const { terminal, bar } of [start(false), start(true, "json")]) {
      nowMs = 2000;
      bar.show(at(100));
      nowMs = 4000;
      bar.show(at(200));
      expect(terminal.stderr()).to.equal("");
    }
  });
});
