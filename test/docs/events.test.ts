import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EVENTS, EVENT_TYPES } from "../../src/records/operations/events.js";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { skipWithout } from "../support/skip.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/events.md", import.meta.url), "utf8");

describe("docs/events.md", () => {
  it("has every type of event, every parameter, and the limits", () => {
    const names = [...DOCUMENT.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
    const filters = EVENTS.parameters.map(({ name }) => name).filter((name) => name !== "after");
    expect(names).to.have.members([...EVENT_TYPES, ...filters]);
    const { streams, streamsPerAddress, streamIdleMs, unreadMs } = DEFAULT_SERVER_LIMITS;
    expect(DOCUMENT).to.include(`serves ${streams} streams, ${streamsPerAddress} to one address`);
    expect(DOCUMENT).to.include(`after ${streamIdleMs / 1000} s without an event`);
    expect(DOCUMENT).to.include(`takes nothing for ${unreadMs / 1000} s is cut off`);
  });

  describe("its examples", () => {
    let directory: string;
    let node: DevProcess;
    before(async () => {
      directory = await makeTempDirectory();
      node = await startDevProcess(join(directory, "node"));
      layOut(DOCUMENT, directory);
    });
    after(async () => {
      await node.kill();
      rmSync(directory, { recursive: true });
    });

    it("print what they show", async function () {
      skipWithout(this, "curl");
      const steps = readTranscript(DOCUMENT);
      expect(steps).to.have.length(2);
      for (const step of steps) await expectStep(step, directory, node.url);
    });
  });
});
