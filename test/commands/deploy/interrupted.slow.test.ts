import { expect } from "chai";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useDevProcess } from "../../support/dev-process.js";
import { counterCode, writeProject } from "./counter-project.js";
import { openRequestGate, type Passage } from "./request-gate.js";

describe("chainnode deploy apply, ended at any request or beside another job", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess(["--mining-duty", "1"]);
  let spaces = 0;

  const deploy = (verb: string, file: string): Promise<Ended> =>
    runInProcess(["deploy", verb, "test", "--file", file], {
      environment: { CHAINNODE_HOME: fixture.directory },
    });

  /** The file of a project in a space of its own, for a node at a URL. */
  const project = (job: string, url: string): string =>
    writeProject(join(directory(), job), {
      url,
      space: `space-${spaces}`,
      codes: [counterCode("One"), counterCode("Two")],
    });

  /** Applies a project through a gate, with what happens at each request, until it asks no more; then expects the plan. */
  async function atEveryRequest(
    decide: (number: number, at: number) => Passage | Promise<Passage>,
    expectFirst: (ended: Ended) => void,
  ): Promise<void> {
    for (let at = 1; ; at += 1) {
      spaces += 1;
      const gate = await openRequestGate(fixture.node.url, (number) => decide(number, at));
      try {
        const ended = await deploy("apply", project("first", gate.url));
        if (gate.count < at) return;
        expectFirst(ended);
      } finally {
        await gate.close();
      }
      const file = project("first", fixture.node.url);
      const again = await deploy("apply", file);
      expect(again.code, `after request ${at}: ${again.stderr}`).to.equal(0);
      const verified = await deploy("verify", file);
      expect(verified.code, `after request ${at}: ${verified.stdout}${verified.stderr}`).to.equal(0);
      rmSync(join(directory(), "first"), { recursive: true });
    }
  }

  for (const passage of ["is lost", "loses its answer"] as const)
    it(`ends in the planned state when a request ${passage}, and all after it`, () =>
      atEveryRequest(
        (number, at) => (number < at ? "passes" : number === at ? passage : "is lost"),
        (ended) => expect(ended.code).to.equal(3),
      ));

  it("ends in the planned state when another job does the same at any request", () =>
    atEveryRequest(
      async (number, at): Promise<Passage> => {
        if (number !== at) return "passes";
        const other = await deploy("apply", project("second", fixture.node.url));
        expect(other.code, other.stderr).to.equal(0);
        return "passes";
      },
      (ended) => expect(ended.code, ended.stderr).to.equal(0),
    ));
});

describe("two jobs of chainnode deploy apply at once, on a chain with rounds", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess(["--mining-duty", "1", "--block-time", "1s"]);

  it("both end in the planned state, and make a call once", async () => {
    for (const space of ["one", "two", "three"]) {
      const jobs = ["first", "second"].map((job) =>
        writeProject(join(directory(), space, job), {
          url: fixture.node.url,
          space,
          codes: [counterCode("One"), counterCode("Two")],
        }),
      );
      const environment = { CHAINNODE_HOME: fixture.directory };
      const ended = await Promise.all(
        jobs.map((file) => runInProcess(["deploy", "apply", "test", "--file", file], { environment })),
      );
      // The check of the project counts the calls.
      for (const { code, stderr } of ended) expect(code, stderr).to.equal(0);
    }
  });
});
