import { canonicalJson } from "../codec/canonical-json.js";
import { objectToValue, type Value, type ValueMap } from "../codec/value.js";
import { call, loadParameter, readLocal } from "./expression.js";

/** The conditions of Register and Publish on a code's text, in the recorded order (PROTOCOL 6.13, 6.17). */

/** The code's text as it was submitted. */
export const CODE: ValueMap = loadParameter("code");
const record = call("decode_json", CODE);

export function codeMember(name: string): ValueMap {
  return call("get", record, name);
}

/** The member names of a format, and the expression of its code id (PROTOCOL 6.1, 6.2). */
export interface RegisteredForm {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly space: string;
  /** The name of the space in the failure text. */
  readonly spaceTitle: string;
  readonly codeId: Value;
}

/** The pairs of condition and message that follow the condition on the writer, which differs between the contracts. */
export function registrationConditions(form: RegisteredForm): readonly (readonly [Value, Value])[] {
  const type = codeMember(form.type);
  const name = codeMember(form.name);
  const version = codeMember(form.version);
  const space = codeMember(form.space);
  // A code that was never registered has version 0.
  const registered = call(
    "decode_json",
    readLocal(type, form.codeId, canonicalJson(objectToValue({ [form.version]: "0" }))),
  );
  return [
    [call("is_string", type), call("concat", "Invalid type: ", type)],
    [call("in", type, ["contract", "request"]), "Type must be one of the following: contract, request "],
    [call("is_string", name), call("concat", "Invalid name: ", name)],
    [call("reg_match", "/^[A-Za-z_0-9]+$/", name), "The name must consist of A-Za-z_0-9."],
    [call("is_numeric", version), call("concat", "Invalid version: ", version)],
    [call("is_string", space), call("concat", `Invalid ${form.spaceTitle}: `, space)],
    [
      call("gt", version, call("get", registered, form.version)),
      "Only new versions of code can be registered.",
    ],
  ];
}
