import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** Runs the examples of a document. */

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The address of the node in the documents. */
const DEFAULT_URL = "http://127.0.0.1:9900";
/** Stands for one or more lines that differ in each run. */
const ANYTHING = "…";

export interface Step {
  readonly command: string;
  /** The input at the console's prompt: the lines with `>`. */
  readonly typed: readonly string[];
  readonly output: readonly string[];
}

/** The commands of the console blocks with their expected output, in order. */
export function readTranscript(document: string): readonly Step[] {
  const steps: { command: string; typed: string[]; output: string[] }[] = [];
  for (const [, body = ""] of document.matchAll(/^```console\n([^]*?)^```$/gm)) {
    for (const line of body.split("\n").slice(0, -1)) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), typed: [], output: [] });
      else if (line.startsWith("> ")) steps.at(-1)?.typed.push(line.slice(2));
      else steps.at(-1)?.output.push(line);
    }
  }
  return steps;
}

/** Writes the files of the document, and the binary under its name in PATH. */
export function layOut(document: string, directory: string): void {
  const binary = join(directory, "chainnode");
  writeFileSync(binary, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}dist/bin/chainnode.js' "$@"\n`);
  chmodSync(binary, 0o755);
  mkdirSync(join(directory, "work"));
  for (const [, file = "", body = ""] of document.matchAll(/^```(?:json|js|toml|ts) (\S+)\n([^]*?)^```$/gm))
    writeFileSync(join(directory, "work", file), body);
}

/** Lays out a page in an empty directory, and expects each of its steps. */
export async function expectPage(page: string, directory: string, url: string | null): Promise<void> {
  layOut(page, directory);
  const steps = readTranscript(page);
  expect(steps.length).to.be.greaterThan(4);
  for (const step of steps) await expectStep(step, directory, url);
}

/**
 * Runs a step in a prepared directory and expects the output in the document: against a node, whose data directory may be
 * `user` in it, or with no node at hand.
 */
export async function expectStep(
  { command, typed, output }: Step,
  directory: string,
  url: string | null,
): Promise<void> {
  const environment = {
    PATH: `${directory}:${process.env["PATH"] ?? ""}`,
    ...(url === null ? {} : { CHAINNODE_RPC: url }),
    CHAINNODE_HOME: join(directory, "user"),
  };
  const input = typed.map((line) => `${line}\n`).join("");
  const printed = await run(
    command.replaceAll(DEFAULT_URL, url ?? DEFAULT_URL),
    input,
    join(directory, "work"),
    environment,
  );
  expect(printed, `${command}\n${input}`).to.match(toPattern(output));
}

function run(
  command: string,
  input: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: directory, env: environment };
    const child = execFile("sh", ["-c", command], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command}: ${stdout}${stderr}`));
    });
    // Most commands read no input.
    if (input !== "") child.stdin?.write(input);
    child.stdin?.end();
  });
}

function toPattern(output: readonly string[]): RegExp {
  const lines = output.map((line) =>
    line.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(ANYTHING, "[^]*"),
  );
  return new RegExp(`^${lines.join("\n")}\n?$`);
}
