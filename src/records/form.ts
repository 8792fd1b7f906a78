import { ChainError } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import { EMPTY, type Value } from "../codec/value.js";
import type { SignedTransactionInput } from "./transaction.js";

/**
 * What a form or a query string says of a transaction or request (SPEC, Execution operations). Every field is text: one
 * that is missing counts as empty text, and JSON that is missing, null or unreadable as the empty map. So a form
 * that lacks a field is refused with another text than a JSON body that lacks it (http.json).
 */
export interface SignedForm {
  readonly transaction?: string | undefined;
  readonly public_key?: string | undefined;
  readonly signature?: string | undefined;
}

export function formToSignedInput(form: SignedForm): SignedTransactionInput {
  return {
    transaction: formFieldToValue(form.transaction),
    public_key: form.public_key ?? "",
    signature: form.signature ?? "",
  };
}

/** The value of a form's JSON field: `transaction` or `request`. */
export function formFieldToValue(field: string | undefined): Value {
  if (field === undefined) return EMPTY;
  try {
    return parseJson(field) ?? EMPTY;
  } catch (error) {
    if (error instanceof ChainError) return EMPTY;
    throw error;
  }
}
