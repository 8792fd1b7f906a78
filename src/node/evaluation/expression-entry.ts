import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import { memberOf } from "../../codec/value.js";
import { createEmptyChain, evaluateExpression } from "../../vm/machine.js";
import { textMember } from "./entry-members.js";
import { evaluationsToValue } from "./evaluations.js";
import type { Fixture } from "./fixture.js";

/** The recorded machine ran on a chain without blocks and with this default difficulty. */
const RECORDED_DIFFICULTY = "4000";

/** Evaluates `{mode, expression_json}` on an empty state. */
export function evaluateExpressionEntry(entry: Value, { transaction, hash, code }: Fixture): Value {
  const isRequest = memberOf(entry, "mode") === "request";
  return evaluationsToValue(
    evaluateExpression(parseJson(textMember(entry, "expression_json")), {
      kind: isRequest ? "request" : "contract",
      writer: code.writer,
      space: code.space,
      parameters: transaction.transaction,
      implicit: isRequest ? null : { from: transaction.address, hash, size: transaction.size },
      state: { read: () => undefined },
      chain: createEmptyChain(RECORDED_DIFFICULTY),
    }),
  );
}
