import { expect } from "chai";
import { Chalk } from "chalk";
import { Settings } from "../../../src/cli/config/resolve.js";
import {
  createProgress,
  type Progress,
  RecentRate,
  durationText,
  progressText,
  createProgressBar,
} from "../../../src/cli/terminal/progress.js";
import { createTestTerminal, type TestTerminal } from "../terminal-stub.js";

const CLEAR = "\r\u001b[2K";

describe("progress on stderr", () => {
  let now = 0;
  const start = (terminal: TestTerminal, quiet = false): Progress => {
    now = 0;
    const settings = new Settings([{ name: "quiet", value: quiet, origin: "flag", source: "" }]);
    return createProgress({ terminal, settings, style: new Chalk({ level: 0 }) }, () => now);
  };

  it("is shown after one second, in one line that is cleared", () => {
    const terminal = createTestTerminal({ isTerminal: true });
    const progress = start(terminal);
    progress.show("one");
    expect(terminal.stderr()).to.equal("");
    now = 1000;
    progress.show("two");
    progress.show("two");
    progress.show("x".repeat(200));
    progress.clear();
    progress.clear();
    expect(terminal.stderr()).to.equal(`${CLEAR}two${CLEAR}${"x".repeat(78)}…${CLEAR}`);
    expect(terminal.stdout()).to.equal("");
  });

  it("is not shown in pipes or with --quiet", () => {
    for (const [isTerminal, quiet] of [
      [false, false],
      [true, true],
    ] as const) {
      const terminal = createTestTerminal({ isTerminal });
      const progress = start(terminal, quiet);
      now = 5000;
      progress.show("one");
      progress.clear();
      expect(terminal.stderr()).to.equal("");
    }
  });
});

describe("a progress bar", () => {
  const state = { title: "Checking", share: 0.425, details: "main 12 · 800 blocks/s", leftS: 65 };

  it("shows title, bar, percent, details and the time left", () => {
    expect(progressText(state, 120)).to.equal(
      `Checking  ${"█".repeat(12)}${"░".repeat(18)}   42 %  main 12 · 800 blocks/s  1 min 05 s left`,
    );
  });

  it("is never wider than the terminal: the bar shrinks, then the details are left out, then the time", () => {
    for (let width = 0; width <= 130; width += 1)
      expect(progressText(state, width).length).to.be.at.most(width);
    expect(progressText(state, 70)).to.include("800 blocks/s").and.to.include("█");
    expect(progressText(state, 50)).to.match(/^Checking {2}█+░+ {3}42 % {2}1 min 05 s left$/);
    expect(progressText(state, 30)).to.match(/^Checking {2}█+░+ {3}42 %$/);
    expect(progressText(state, 16)).to.equal("Checking   42 %");
  });

  it("stays between 0 and 100 percent, and shows no time while it is unknown", () => {
    expect(progressText({ ...state, share: -1, details: "", leftS: null }, 60)).to.match(/░ {4}0 %$/);
    expect(progressText({ ...state, share: 7, details: "", leftS: null }, 60)).to.match(/█ {2}100 %$/);
  });

  it("writes times in the two largest units", () => {
    expect([0.2, 59, 60, 3599, 3600, 90_061].map(durationText)).to.deep.equal([
      "1 s",
      "59 s",
      "1 min 00 s",
      "59 min 59 s",
      "1 h 00 min",
      "25 h 01 min",
    ]);
  });
});

describe("a progress bar on stderr", () => {
  const CLEAR = "\r\u001b[2K";
  let nowMs = 0;
  const start = (options: {
    readonly isTerminal?: boolean;
    readonly TERM?: string;
    readonly quiet?: boolean;
  }) => {
    nowMs = 0;
    const { isTerminal = true, TERM = "xterm", quiet = false } = options;
    const terminal = createTestTerminal({ isTerminal, environment: { TERM } });
    const settings = new Settings([{ name: "quiet", value: quiet, origin: "flag", source: "" }]);
    const context = { terminal, settings, style: new Chalk({ level: 0 }) };
    return { terminal, bar: createProgressBar(context, "Checking", () => nowMs) };
  };

  it("appears after one second, at most ten times a second, with the time left at the current pace", () => {
    const { terminal, bar } = start({});
    for (nowMs = 0; nowMs <= 1050; nowMs += 10) bar.show(nowMs, 5000, () => "so far");
    bar.clear();
    const [nothing, ...lines] = terminal.stderr().split(CLEAR);
    expect(nothing).to.equal("");
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(/^Checking {2}█+░+ {3}20 % {2}so far {2}4 s left$/);
    expect(lines[1]).to.equal("");
    expect(terminal.stdout()).to.equal("");
  });

  it("is not shown in pipes, on dumb terminals, or with --quiet", () => {
    for (const options of [{ isTerminal: false }, { TERM: "dumb" }, { quiet: true }]) {
      const { terminal, bar } = start(options);
      nowMs = 5000;
      bar.show(1, 2);
      bar.clear();
      expect(terminal.stderr()).to.equal("");
    }
  });
});

describe("a pace", () => {
  it("is the rate of the last ten seconds, and null before there are two samples", () => {
    const pace = new RecentRate();
    expect(pace.perSecond()).to.equal(null);
    pace.note(0, 0);
    expect(pace.perSecond()).to.equal(null);
    pace.note(1000, 5);
    expect(pace.perSecond()).to.equal(5);
    pace.note(10_000, 5);
    pace.note(20_000, 1005);
    expect(pace.perSecond()).to.equal(100);
  });
});
