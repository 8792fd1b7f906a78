import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceOwnFile } from "../../src/base/files/write-file.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { fileText } from "../../src/codec/file-text.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { memberOf, objectToValue } from "../../src/codec/value.js";
import { Fields } from "../../src/records/fields.js";
import * as errors from "./errors.js";
import type { Project } from "./project-file.js";

/**
 * What was signed for a network, beside the file of the project. It is written before anything is sent. The state of the
 * network alone decides what is to be done: the journal tells which transactions may still be on their way, and which
 * block a deployment followed.
 */
export class DeployJournal {
  readonly #file: string;
  readonly #content: JournalContent;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: string, content: JournalContent) {
    this.#file = file;
    this.#content = content;
  }

  /** Continues the journal of an application that did not end, or begins one. */
  static async begin(project: Project, height: number): Promise<DeployJournal> {
    const file = journalFile(project);
    const last = await readJournal(file);
    const isNew = last === null || last.isComplete;
    return new DeployJournal(file, isNew ? { before: height, isComplete: false, hashes: new Map() } : last);
  }

  /** The hash of the last transaction that was signed for a step: a code, by its id, or a call, by its name. */
  hashOf(step: string): string | undefined {
    return this.#content.hashes.get(step);
  }

  async note(signed: readonly (readonly [step: string, hash: string])[]): Promise<void> {
    for (const [step, hash] of signed) this.#content.hashes.set(step, hash);
    await this.#write(false);
  }

  async complete(): Promise<void> {
    await this.#write(true);
  }

  #write(isComplete: boolean): Promise<void> {
    const { before, hashes } = this.#content;
    // One after the other, so that the last text is the newest.
    return (this.#writing = this.#writing.then(() => {
      const content = objectToValue({
        before: BigInt(before),
        complete: isComplete,
        signed: new Map(hashes),
      });
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

interface JournalContent {
  /** The height of the main block before the first transaction. */
  readonly before: number;
  readonly isComplete: boolean;
  readonly hashes: Map<string, string>;
}

async function readJournal(file: string): Promise<JournalContent | null> {
  if (!existsSync(file)) return null;
  try {
    const content = parseJson(fileText(await readFile(file), file));
    const fields = new Fields(content, "journal");
    const signed = new Fields(fields.map("signed"), "journal");
    const hashes = [...fields.map("signed").keys()].map((step) => [step, signed.timeHash(step)] as const);
    const isComplete = memberOf(content, "complete") === true;
    return { before: fields.integer("before"), isComplete, hashes: new Map(hashes) };
  } catch (cause) {
    if (cause instanceof ChainError) throw errors.deployJournalBroken({ file }, { cause });
    throw cause;
  }
}
