import { mapToValue, objectToValue, type Value } from "../../src/codec/value.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";

/** The answer of ListCode when these codes are registered, each under its id padded with zeros (PROTOCOL 6). */
export function listedCodes(...texts: readonly string[]): Value {
  const of = (kind: string): Value =>
    mapToValue(
      new Map(
        texts
          .map((text) => ({ text, method: parseCode(text) }))
          .filter(({ method }) => method.kind === kind)
          .map(({ text, method }) => [codeIdOf(method).padEnd(64, "0"), text]),
      ),
    );
  return objectToValue({ contracts: of("contract"), requests: of("request") });
}
