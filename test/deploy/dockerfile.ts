import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The directory with the Dockerfile and what belongs to it. */
export const DOCKER = fileURLToPath(new URL("../../../deploy/docker/", import.meta.url));

export interface Instruction {
  readonly name: string;
  /** What follows the name, in one line. */
  readonly words: string;
}

/** The instructions of the Dockerfile by stage, in order. */
export function readDockerfile(): readonly (readonly Instruction[])[] {
  const lines = readFileSync(`${DOCKER}Dockerfile`, "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [name = ""] = line.split(" ");
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, words: line.slice(name.length + 1) });
  }
  return stages;
}

/** What the instructions of a name say. */
export function wordsOf(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ words }) => words);
}
