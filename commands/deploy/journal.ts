import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceOwnFile } from "../../src/base/files/write-file.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { fileText } from "../../src/codec/file-text.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { listIn, memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import { Fields } from "../../src/records/fields.js";
import * as errors from "./errors.js";
import type { Project } from "./project-file.js";

/** A transaction of a deployment that was signed, and may have been sent. */
export interface SignedStep {
  /** The id of the code, or the name of the call. */
  readonly step: string;
  readonly name: string;
  readonly signer: string;
  readonly hash: string;
}

/**
 * What was signed for a network, beside the file of the project. It is written before anything is sent. The state of the
 * network alone decides what is to be done: the journal tells which transactions may still be on their way, and which
 * block a deployment followed.
 */
export class DeployJournal {
  readonly #file: string;
  /** The height of the main block before the first transaction. */
  readonly before: number;
  readonly #steps: SignedStep[];
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, before: number, steps: readonly SignedStep[]) {
    this.#file = file;
    this.before = before;
    this.#steps = [...steps];
  }

  /** Continues the journal of an application that did not end, or begins one. */
  static async begin(project: Project, height: number): Promise<DeployJournal> {
    const file = journalFile(project);
    const last = await readJournal(file);
    return last === null || last.isComplete
      ? new DeployJournal(file, height, [])
      : new DeployJournal(file, last.before, last.steps);
  }

  /** The last transaction that was signed for a step. */
  hashOf(step: string): string | undefined {
    return this.#steps.findLast((signed) => signed.step === step)?.hash;
  }

  async note(...steps: readonly SignedStep[]): Promise<void> {
    this.#steps.push(...steps);
    await this.#write(false);
  }

  async complete(): Promise<void> {
    await this.#write(true);
  }

  #write(isComplete: boolean): Promise<void> {
    // One after the other, so that the last text is the newest.
    return (this.#writing = this.#writing.then(() => {
      const steps = this.#steps.map((step) => objectToValue({ ...step }));
      const content = objectToValue({ before: BigInt(this.before), complete: isComplete, signed: steps });
      return replaceOwnFile(this.#file, `${valueToJson(content, "  ")}\n`);
    }));
  }
}

/** The height that the last deployment of a project began after. Throws `DEPLOY_JOURNAL`. */
export async function heightBefore(project: Pick<Project, "file" | "network">): Promise<number> {
  const file = journalFile(project);
  const last = await readJournal(file);
  if (last === null) throw errors.deployJournal({ file });
  return last.before;
}

export function journalFile({ file, network }: Pick<Project, "file" | "network">): string {
  return join(dirname(file), `.chainnode.deploy.${network}.json`);
}

interface ReadJournal {
  readonly before: number;
  readonly isComplete: boolean;
  readonly steps: readonly SignedStep[];
}

async function readJournal(file: string): Promise<ReadJournal | null> {
  if (!existsSync(file)) return null;
  try {
    const content = parseJson(fileText(await readFile(file), file));
    return {
      before: new Fields(content, "journal").integer("before"),
      isComplete: memberOf(content, "complete") === true,
      steps: listIn(content, "signed").map(readStep),
    };
  } catch (cause) {
    if (cause instanceof ChainError) throw errors.deployJournalBroken({ file }, { cause });
    throw cause;
  }
}

function readStep(value: Value): SignedStep {
  const fields = new Fields(value, "journal");
  return {
    step: fields.text("step"),
    name: fields.text("name"),
    signer: fields.text("signer"),
    hash: fields.timeHash("hash"),
  };
}
