import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { BINARY } from "./node-process.js";

/** A signer in its own process: `chainnode signer`. */
export interface SignerProcess {
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the real binary with the key of identity.json, and waits until it listens. Fails with its output when it ends. */
export async function startSignerProcess(directory: string, path: string): Promise<SignerProcess> {
  const words = ["signer", "--data-dir", directory, "--key", "node", "--listen", `unix:${path}`, "--json"];
  const child = spawn(process.execPath, [BINARY, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "exit");
  await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => {
      throw new Error(`The signer ended: ${complaint}`);
    }),
  ]);
  return {
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
