import { allSteps } from "../../src/codec/steps.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { formFieldToValueInSteps } from "../../src/api/operations/execution-input.js";
import type { SignedTransactionInput } from "../../src/records/transaction.js";

/** The transaction in the form of a recorded exchange. */
export function formToSignedInput(form: Value): SignedTransactionInput {
  const field = (name: string): string | undefined => {
    const text = memberOf(form, name);
    return typeof text === "string" ? text : undefined;
  };
  return {
    transaction: allSteps(formFieldToValueInSteps(field("transaction"))),
    public_key: field("public_key") ?? "",
    signature: field("signature") ?? "",
  };
}
