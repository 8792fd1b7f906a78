import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript, type Step } from "../support/transcript.js";

export interface DocumentOnNode {
  readonly text: string;
  readonly steps: readonly Step[];
  /** Follows the document, and expects what it shows. */
  follow(): Promise<void>;
}

/** Provides a suite with a document of docs/, its files laid out in a directory, and a development node for its steps. */
export function useDocumentOnNode(name: string): DocumentOnNode {
  const text = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
  const steps = readTranscript(text);
  let directory: string;
  let node: DevProcess;
  before(async () => {
    directory = await makeTempDirectory();
    node = await startDevProcess(join(directory, "user"));
    layOut(text, directory);
  });
  after(async () => {
    await node.kill();
    rmSync(directory, { recursive: true });
  });
  return {
    text,
    steps,
    async follow() {
      for (const step of steps) await expectStep(step, directory, node.url);
    },
  };
}
