import { spawn, spawnSync } from "node:child_process";
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

/** The calls of the system that change files. */
export const CHANGING_CALLS = [
  "pwrite64",
  "write",
  "fdatasync",
  "fsync",
  "ftruncate",
  "rename",
  "unlink",
] as const;

/** A thread makes hundreds of these calls, and a few of the others. */
const FREQUENT_CALLS: ReadonlySet<string> = new Set(["pwrite64", "write"]);
const RARE_TIMES = 4;

/**
 * The command that kills the process that runs under it when one of its threads makes its nth call of a kind, up to `most`
 * of a frequent kind.
 */
export function killingAt(random: Random, most: number): readonly string[] {
  const call = CHANGING_CALLS[Math.floor(random() * CHANGING_CALLS.length)] ?? "pwrite64";
  const times = FREQUENT_CALLS.has(call) ? most : RARE_TIMES;
  return injecting(call, `signal=KILL:when=${1 + Math.floor(random() ** 2 * times)}`);
}

/** The command that makes a fault at calls of the system by the process that runs under it. */
export function injecting(call: string, fault: string): readonly string[] {
  const trace = ["-e", `trace=${call}`, "-e", `inject=${call}:${fault}`];
  return ["/usr/bin/strace", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null", ...trace];
}

/** The obstacle of a fault that strace injects. */
export function withoutStrace(): string | null {
  return existsSync("/usr/bin/strace") ? null : "strace is not installed";
}

/** The command that runs another one in namespaces of its own, where it is root, after some lines of shell. */
export function inNamespaces(namespaces: readonly string[], before: string): readonly string[] {
  return ["unshare", "--map-root-user", ...namespaces, "sh", "-ec", `${before}\nexec "$@"`, "sh"];
}

/** The obstacle of a fault that needs namespaces. */
export function withoutNamespaces(): string | null {
  const { status } = spawnSync("unshare", ["--map-root-user", "--mount", "--net", "true"]);
  return status === 0 ? null : "this user may not make namespaces";
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
