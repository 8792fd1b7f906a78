/**
 * Takes the README's picture: `npm run picture`. Each line is run by the real binary at a pseudo-terminal against a
 * development node of its own; what it prints is drawn as it is.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drawTerminal } from "./draw.js";

const ROOT = new URL("../../../", import.meta.url);
const BINARY = fileURLToPath(new URL("dist/bin/chainnode.js", ROOT));
const PICTURE = new URL("docs/images/session.svg", ROOT);
const COLUMNS = 104;
const PROMPT = "\u001B[32m$\u001B[0m ";

/** What is typed, and how many lines of the answer are shown. */
const SESSION: readonly (readonly [line: string, lines: number])[] = [
  ["chainnode send bob 1.5 --yes --wait --password-file password", 1],
  ["chainnode balance bob", 1],
  ["chainnode block get latest", 13],
  [
    "chainnode code trace Send to=9515087d3e042a58311814f63d8cb284aec94d092f6b amount=9000000000000000000 --from bob",
    8,
  ],
  ["chainnode repl -e 'diff(3, 4)'", 11],
];

const run = promisify(execFile);
const directory = await mkdtemp(join(tmpdir(), "chainnode-picture-"));
const starting = ["start", "--dev", "--json", "--port", "0", "--data-dir", join(directory, "node")];
const node = spawn(process.execPath, [BINARY, ...starting]);
try {
  const [banner] = (await once(createInterface({ input: node.stdout }), "line")) as [string];
  const { rpc, accounts } = JSON.parse(banner) as Banner;
  const environment = {
    PATH: `${directory}:${process.env["PATH"] ?? ""}`,
    TERM: "xterm",
    LANG: "C.UTF-8",
    CHAINNODE_HOME: join(directory, "user"),
    CHAINNODE_RPC: rpc[0],
  };
  const type = async (line: string): Promise<string> => {
    const command = `stty cols ${COLUMNS}; ${line}`;
    const words = ["--quiet", "--echo", "never", "--command", command, "/dev/null"];
    // A trace of what fails ends with a failure's exit code.
    const { stdout } = await run("script", words, { env: environment, cwd: directory });
    return stdout;
  };
  await writeFile(join(directory, "chainnode"), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`, {
    mode: 0o755,
  });
  await writeFile(join(directory, "password"), "a password\n");
  await writeFile(join(directory, "key"), `${accounts[0]?.private_key}\n`);
  await type("chainnode key import alice --key-file key --password-file password");
  await type("chainnode key new bob --password-file password");
  const lines: string[] = [];
  for (const [line, shown] of SESSION) {
    const answer = (await type(line)).replaceAll("\r", "").trimEnd().split("\n");
    lines.push(`${PROMPT}${line}`, ...answer.slice(0, shown), "");
  }
  await writeFile(
    PICTURE,
    drawTerminal(lines.slice(0, -1), COLUMNS, "A session with chainnode at a terminal"),
  );
} finally {
  const ended = once(node, "exit");
  node.kill("SIGTERM");
  await ended;
  await rm(directory, { recursive: true });
}

interface Banner {
  readonly rpc: readonly string[];
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
}
