import { ChainError, ERROR_KINDS } from "./chain-error.js";
import {
  isMap,
  memberOf,
  objectToValue,
  entriesOf,
  isContainer,
  type Value,
  type ValueMap,
} from "./value.js";
import { valueToText } from "./text.js";

/** The member `error` of a failed answer, beside the protocol's own members (PROTOCOL 13.4). */

const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/** The error as a map: `{code, kind, advice?, details?}`. The message is the envelope's `msg`. */
export function errorToValue({ code, kind, advice, details }: ChainError): Value {
  const members = Object.entries(details).map(([name, detail]) => [name, detailToValue(detail)] as const);
  return objectToValue({
    code,
    kind,
    advice,
    details: members.length === 0 ? undefined : objectToValue(Object.fromEntries(members)),
  });
}

export function detailToValue(detail: string | number): Value {
  return typeof detail === "number" && Number.isInteger(detail) ? BigInt(detail) : detail;
}

/** Reads the error of a failed answer; null when it has none. A 2.1 node sends none. */
export function readErrorMember(answer: ValueMap): ChainError | null {
  const [member, message] = [answer.get("error"), answer.get("msg")];
  if (!isMap(member) || typeof message !== "string") return null;
  const [code, kind, advice] = ["code", "kind", "advice"].map((name) => memberOf(member, name));
  const known = ERROR_KINDS.find((each) => each === kind);
  if (typeof code !== "string" || !CODE.test(code) || known === undefined) return null;
  return new ChainError(code, message, {
    kind: known,
    advice: typeof advice === "string" ? advice : undefined,
    details: readDetails(member.get("details")),
  });
}

function readDetails(details: Value | undefined): Readonly<Record<string, string>> {
  if (!isContainer(details)) return {};
  return Object.fromEntries(Array.from(entriesOf(details), ([name, value]) => [name, valueToText(value)]));
}
