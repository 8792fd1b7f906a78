import { readFileSync } from "node:fs";

/** The version in package.json, which stands two directories above the built sources. */
export function readVersion(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version: unknown }).version);
}
