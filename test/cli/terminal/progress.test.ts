import { expect } from "chai";
import { Chalk } from "chalk";
import { Settings } from "../../../src/cli/config/resolved.js";
import { createProgress, type Progress } from "../../../src/cli/terminal/progress.js";
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
    expect(terminal.stderr()).to.equal(`${CLEAR}two${CLEAR}${"x".repeat(79)}${CLEAR}`);
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
