import type { Context } from "../../src/cli/command.js";
import { completeSource, readCodeFile } from "./code-files.js";

/**
 * The codes of files as a development chain would hold them: members that are filled in at publication are those of its
 * first account. Throws as `readCodeFile` does.
 */
export async function completedTexts(context: Context, files: readonly string[]): Promise<readonly string[]> {
  const { fuzzSpaces } = await import("../../src/testing/fuzz/fuzz-state.js");
  const { rootSpace: space, publisher: writer } = fuzzSpaces();
  const sources = await Promise.all(files.map((file) => readCodeFile(file, context)));
  return sources.flat().map((source) => completeSource(source, { writer, space }).text);
}
