import type { Context } from "../../src/cli/command.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { completeRecord, layoutOf } from "../../src/records/code-layout.js";
import { readCodeFile } from "./code-files.js";

/**
 * The codes of files as a development chain would hold them: members that are filled in at publication are those of its
 * first account. Throws as `readCodeFile` does.
 */
export async function completedTexts(context: Context, files: readonly string[]): Promise<readonly string[]> {
  const [{ fuzzSpaces }, { ZERO_ADDRESS }] = await Promise.all([
    import("../../src/testing/fuzz/fuzz-state.js"),
    import("../../src/codec/address.js"),
  ]);
  const { rootSpace, publisher } = fuzzSpaces();
  const sources = await Promise.all(files.map((file) => readCodeFile(file, context)));
  return sources.flat().map(({ record }) => {
    const writer = layoutOf(record).format === "classic" ? ZERO_ADDRESS : publisher;
    return canonicalJson(completeRecord(record, rootSpace, writer));
  });
}
