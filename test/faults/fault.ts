import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A fault that a node survives: how it is made, what the node promises, and the run that tries it. */
export interface Fault {
  /** What happens. */
  readonly fault: string;
  /** How the run makes it happen. */
  readonly made: string;
  /** What holds meanwhile and afterwards. The run fails when it does not. */
  readonly promise: string;
  /** How often it is made in a full run, and in the default test run; there 0 means never. */
  readonly times: { readonly full: number; readonly sample: number };
  /** Why it cannot be made on this machine, null when it can. */
  readonly obstacle?: () => string | null;
  /** Makes the fault this many times. Resolves to the figures, as one phrase. Fails when the promise is broken. */
  readonly run: (times: number, random: Random) => Promise<string>;
}

/** A number from 0 up to and without 1. */
export type Random = () => number;

/** A fault that tests of the default or the slow run make. */
export function testedFault(
  { fault, made, promise }: Pick<Fault, "fault" | "made" | "promise">,
  files: readonly string[],
): Fault {
  return {
    fault,
    made: `${made} (${files.map((file) => `\`test/${file}.ts\``).join(", ")})`,
    promise,
    times: { full: 1, sample: 0 },
    run: () => runTests(files.map(compiledPath)),
  };
}

/** The obstacle of a fault that strace injects. */
export function withoutStrace(): string | null {
  return existsSync("/usr/bin/strace") ? null : "strace is not installed";
}

/** Runs test files in a process of their own. Resolves to the number of tests that passed. */
async function runTests(paths: readonly string[]): Promise<string> {
  for (const path of paths) if (!existsSync(path)) throw new Error(`There is no ${path}. `);
  const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));
  const words = ["--no-config", "--exit", "--timeout", "300000", "--reporter", "json", ...paths];
  const child = spawn(process.execPath, ["--enable-source-maps", mocha, ...words], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pieces: string[] = [];
  for await (const piece of child.stdout.setEncoding("utf8")) pieces.push(String(piece));
  const text = pieces.join("");
  const { stats, failures } = JSON.parse(text.slice(text.indexOf('{\n  "stats"'))) as MochaReport;
  if (failures.length > 0) throw new Error(failures.map(({ fullTitle }) => fullTitle).join("; "));
  return `${stats.passes} tests`;
}

interface MochaReport {
  readonly stats: { readonly passes: number };
  readonly failures: readonly { readonly fullTitle: string }[];
}

function compiledPath(file: string): string {
  return fileURLToPath(new URL(`../${file}.js`, import.meta.url));
}
