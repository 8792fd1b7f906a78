import { expect } from "chai";
import { join } from "node:path";
import { useDevProcess } from "../support/dev-process.js";
import { skipWithout } from "../support/skip.js";
import { NODE_LINES, SANDBOX_LINES, type NameLine } from "./every-name-lines.js";
import { startInTerminal, type TerminalSession } from "./terminal-session.js";

const ENTER = "\r";
const FAILURE = /^error: |^Uncaught/m;

/** `.exit` ends each session. */
describe("Every name of the console, at a prompt", () => {
  const fixture = useDevProcess();
  before(function () {
    skipWithout(this, "script");
  });

  /** Enters the lines, each followed by a mark that is shown once its answer is. */
  const converse = async (
    talk: TerminalSession,
    lines: readonly NameLine[],
    fill: (line: string, answers: ReadonlyMap<string, string>) => string,
  ): Promise<readonly string[]> => {
    const wrong: string[] = [];
    const answers = new Map<string, string>();
    await talk.see("> ");
    for (const [index, { name, line, shows, error }] of lines.entries()) {
      for (const part of fill(line, answers).split("\r")) talk.type(part + ENTER);
      talk.type(`print('mark' + ${index})${ENTER}`);
      const answer = await talk.see(`\n'mark${index}'`);
      await talk.see("> ");
      answers.set(name, answer);
      const isAsExpected =
        (typeof shows === "string" ? answer.includes(shows) : shows.test(answer.replaceAll("\r", ""))) &&
        FAILURE.test(answer) === (error !== undefined);
      if (!isAsExpected) wrong.push(`${name}: ${answer.slice(0, 2000)}`);
    }
    talk.type(`.exit${ENTER}`);
    expect(await talk.ended).to.equal(0);
    return wrong;
  };

  it("answers at a development node", async () => {
    const file = join(fixture.directory, "session");
    const talk = startInTerminal(["repl", "--data-dir", fixture.directory]);
    const hashIn = (text = ""): string => /'([0-9a-f]{78})'/.exec(text)?.[1] ?? "";
    const wrong = await converse(talk, NODE_LINES, (line, answers) =>
      line.replaceAll("FILE", file).replaceAll("HASH", hashIn(answers.get("tx.send"))),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("answers in a sandbox", async () => {
    const talk = startInTerminal(["repl", "--dev", "--data-dir", fixture.directory]);
    expect(await converse(talk, SANDBOX_LINES, (line) => line)).to.deep.equal([]);
  });
});
