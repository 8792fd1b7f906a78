import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sources } from "./house-rules.js";

const ROOT = new URL("../../../", import.meta.url);

/** Reads the TypeScript files in directories of the project. */
export function readSources(...directories: readonly string[]): Sources {
  const sources = new Map<string, string>();
  for (const directory of directories) {
    const url = new URL(`${directory}/`, ROOT);
    for (const entry of readdirSync(fileURLToPath(url), { recursive: true, encoding: "utf8" })) {
      const path = entry.replaceAll("\\", "/");
      if (/\.tsx?$/.test(path)) sources.set(`${directory}/${path}`, readFileSync(new URL(path, url), "utf8"));
    }
  }
  return sources;
}
