import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { commands } from "../../commands/index.js";
import { parseLine } from "../../src/cli/input/parser.js";
import { findRoute } from "../../src/cli/route.js";

const DOCUMENTS = new URL("../../../docs/", import.meta.url);
/** Help is not a command of the tree. */
const HELP = /^help\b|--help$|^--version$/;
/** Lines with other characters need a shell to read them. */
const PLAIN = /^[\w .:/=~@,-]+$/;

/** The command lines of the console blocks, after a prompt such as `$` or `one$`. */
function linesIn(document: string): readonly string[] {
  const blocks = Array.from(document.matchAll(/^```console\n([^]*?)^```$/gm), ([, body = ""]) => body);
  return blocks
    .flatMap((body) => Array.from(body.matchAll(/^\w*\$ chainnode (.+)$/gm), ([, line = ""]) => line))
    .map((line) => line.replace(/ +#.*$/, ""))
    .filter((line) => PLAIN.test(line) && !HELP.test(line));
}

describe("The command lines of the documents", () => {
  const names = readdirSync(DOCUMENTS).filter((name) => name.endsWith(".md"));

  it("have commands, arguments and options that exist", async () => {
    let count = 0;
    for (const name of names) {
      for (const line of linesIn(readFileSync(new URL(name, DOCUMENTS), "utf8"))) {
        const { path, words } = findRoute(line.split(" "), commands);
        const entry = commands.commands.get(path);
        if (entry === undefined) expect.fail(`${name}: ${line}`);
        const { command } = await entry();
        expect(() => parseLine(path, command, words), `${name}: ${line}`).not.to.throw();
        count += 1;
      }
    }
    expect(count).to.be.greaterThan(50);
  });
});
