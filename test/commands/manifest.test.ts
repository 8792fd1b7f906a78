import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { commands } from "../../commands/index.js";
import { meaningOf } from "../../src/cli/help/document.js";
import { settingsFor, settingToOption } from "../../src/cli/input/parser.js";

const DIRECTORY = new URL("../../../commands/", import.meta.url);

/**
 * The words of the commands that the files of commands/ export: a file's path for its `command`. Before the name of each
 * member of a group comes the path of the group's file, or of its directory; those of node.ts are words by themselves. The
 * other files are parts of commands.
 */
async function exportedCommands(): Promise<readonly string[]> {
  const words: string[] = [];
  for (const file of readdirSync(DIRECTORY, { recursive: true, encoding: "utf8" })) {
    const source = file.endsWith(".ts") ? readFileSync(new URL(file, DIRECTORY), "utf8") : "";
    const path = file.replace(/\.ts$/, "").split(/[\\/]/);
    const group = /^export const (\w+Commands)\b/m.exec(source)?.[1];
    if (/^export const command\b/m.test(source)) words.push(path.join(" "));
    if (group === undefined) continue;
    const module = (await import(`../../commands/${path.join("/")}.js`)) as Record<string, object>;
    const before = file === "node.ts" ? [] : path.length > 1 ? path.slice(0, -1) : path;
    words.push(...Object.keys(module[group] ?? {}).map((verb) => [...before, verb].join(" ")));
  }
  return words.toSorted();
}

describe("the manifest of commands", () => {
  it("lists exactly the commands that the files of commands/ export", async () => {
    expect([...commands.commands.keys()].toSorted()).to.deep.equal(await exportedCommands());
  });

  it("describes exactly the groups", () => {
    const groups = new Set(
      [...commands.commands.keys()]
        .filter((path) => path.includes(" "))
        .map((path) => path.slice(0, path.indexOf(" "))),
    );
    expect([...commands.groups.keys()].toSorted()).to.deep.equal([...groups].toSorted());
  });

  it("has every first word in exactly one chapter of the help", () => {
    const words = new Set([...commands.commands.keys()].map((path) => path.split(" ", 1)[0]));
    expect([...commands.chapters.values()].flat()).to.have.members([...words]);
  });

  for (const [path, load] of commands.commands) {
    it(`leads from ${path} to a well-formed spec`, async () => {
      const { command } = await load();
      expect(command.summary).to.match(/^[a-z].*[^.]$/);
      expect(command.examples).not.to.have.length(0);
      const lines = command.examples.filter((example) => !example.startsWith("# "));
      for (const line of lines) expect(line).to.include(`chainnode ${path}`);
      for (const { description } of [...(command.arguments ?? []), ...(command.options ?? [])]) {
        expect(description).to.match(/[^.]$/);
      }
    });

    it(`shows the default of every optional argument and option of ${path}`, async () => {
      const { command } = await load();
      const optional = [
        ...(command.arguments ?? []).filter(({ isVariadic }) => isVariadic !== true),
        ...(command.options ?? []).filter(({ placeholder }) => placeholder !== undefined),
        ...settingsFor(command)
          .map(settingToOption)
          .filter(({ placeholder }) => placeholder !== undefined),
      ].filter(({ isRequired }) => isRequired !== true);
      for (const spec of optional) {
        expect(spec.default, spec.name).to.match(/./);
        expect(meaningOf(spec), spec.name).to.include(`(default: ${spec.default})`);
      }
    });
  }
});
