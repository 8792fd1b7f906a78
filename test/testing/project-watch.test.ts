import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchProjects, type ProjectWatch } from "../../src/testing/run/project-watch.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { expect } from "chai";

describe("The watch of a project", () => {
  const directory = useTemporaryDirectory();
  const path = (name: string): string => join(directory(), name);
  let project: ProjectWatch;
  const never = new AbortController().signal;

  beforeEach(async () => {
    mkdirSync(path("test"), { recursive: true });
    mkdirSync(path("node_modules/other"), { recursive: true });
    mkdirSync(path("coverage"), { recursive: true });
    writeFileSync(path("package.json"), "{}");
    writeFileSync(path("token.ts"), "1");
    project = await watchProjects([path("test/token.test.ts")], [path("fees.json"), path("coverage")]);
  });
  afterEach(() => project.close());

  it("sees each change of a file that an editor writes, and of one that it replaces", async () => {
    for (const text of ["2", "3"]) {
      writeFileSync(path("token.ts"), text);
      await project.changed(never);
      writeFileSync(path("token.ts~"), `${text}0`);
      renameSync(path("token.ts~"), path("token.ts"));
      await project.changed(never);
    }
  });

  it("sees a change that came before it is asked, and files in new directories", async () => {
    mkdirSync(path("src"));
    writeFileSync(path("test/new.test.ts"), "1");
    await project.changed(never);
    writeFileSync(path("src/escrow.ts"), "1");
    await project.changed(never);
  });

  it("ends with its signal, and ignores files that a run writes, packages and other files", async () => {
    writeFileSync(path("fees.json"), "{}");
    writeFileSync(path("coverage/data.json"), "{}");
    writeFileSync(path("node_modules/other/index.js"), "1");
    writeFileSync(path("README.md"), "1");
    const stop = new AbortController();
    const waiting = project.changed(stop.signal).then(
      () => null,
      (error: unknown) => error,
    );
    // Watchers tell changes in order: when this directory's is told, those before it were.
    const other = await watchProjects([path("test/token.test.ts")], []);
    writeFileSync(path("coverage/last.json"), "{}");
    await other.changed(never);
    other.close();
    stop.abort(new Error("stopped"));
    expect(await waiting).to.have.property("message", "stopped");
  });
});
