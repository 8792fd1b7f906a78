import { execFileSync } from "node:child_process";

/** The major versions of Node.js that chainnode supports besides the one at hand; npm's package `node` has them. */
export const OTHER_NODES: readonly number[] = [20, 22, 24].filter(
  (major) => major !== Number.parseInt(process.versions.node, 10),
);

/** The path of the binary of another version, which npm downloads when it does not have it yet. */
export function otherNode(major: number): string {
  const words = ["exec", "--yes", `--package=node@${major}`, "--", "node", "--print", "process.execPath"];
  return execFileSync("npm", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
