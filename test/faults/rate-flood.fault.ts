import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { makeTempDirectory } from "../support/temp-store.js";
import { inNamespaces, withoutNamespaces, type Fault } from "./fault.js";

const PROGRAM = fileURLToPath(new URL("programs/flood.js", import.meta.url));
const NETWORK = "ip link set lo up; ip address add 10.9.0.0/16 dev lo";

export const fault: Fault = {
  fault: "Requests flood in from many addresses",
  made: "200 addresses of a network namespace, twenty at a time, each send a hundred requests without a pause to a node that allows 20 a second to each",
  promise:
    "each address gets what it is allowed and 429 for the rest; a quiet client is answered, and memory stays under 300 MB",
  times: { full: 20_000, sample: 0 },
  obstacle: withoutNamespaces,
  async run(times) {
    const directory = await makeTempDirectory();
    try {
      const [program = "", ...words] = inNamespaces(["--net"], NETWORK);
      const child = spawn(program, [...words, process.execPath, PROGRAM, directory, String(times)], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [figures, complaint] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => (figures += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
      const [code] = (await once(child, "close")) as [number | null];
      if (code !== 0) throw new Error(complaint);
      return figures.trim();
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};
