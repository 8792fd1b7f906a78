import { version } from "node:process";
import type { ConsoleConnection } from "../connection.js";

/** The text at the start: where the console is attached, and how to continue. */
export function bannerText({ name, place, network, sandbox }: ConsoleConnection): string {
  const where = place === undefined ? name : `${network ?? name} · ${place}`;
  const first = sandbox === null ? "chain.block()" : "sandbox.accounts";
  return [
    `Attached to ${where}`,
    `JavaScript of Node ${version}; await works everywhere. Try ${first}, tx, code, keys, trace(hash), at(height).`,
    ".help shows all names, Tab completes, Ctrl-D leaves.",
  ].join("\n");
}
