import { ZERO_ADDRESS } from "../codec/address.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { mapToValue } from "../codec/value.js";
import type { Code } from "../contract/code.js";
import { parseCode, type Method } from "../records/code.js";
import { completeRecord } from "../records/code-layout.js";

/** Completes a code for its publication. The writer of a classic code is the network; of others, by default, the publisher. */
export function completeCode(
  { record, format }: Pick<Code, "record" | "format">,
  { rootSpace, publisher }: { readonly rootSpace: string; readonly publisher: string },
): { readonly text: string; readonly method: Method } {
  const writer = format === "classic" ? ZERO_ADDRESS : publisher;
  const text = canonicalJson(mapToValue(completeRecord(record, rootSpace, writer)));
  return { text, method: parseCode(text) };
}
