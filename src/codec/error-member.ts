import { ChainError, ERROR_KINDS, type ErrorKind } from "./chain-error.js";
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

/** Reads the error of a failed answer of this program's own node; null when it has none. */
export function readErrorMember(answer: ValueMap): ChainError | null {
  const foreign = readForeignError(answer, "refused");
  const [kind, advice] = ["kind", "advice"].map((name) => memberOf(answer.get("error"), name));
  const known = ERROR_KINDS.find((each) => each === kind);
  if (foreign === null || known === undefined) return null;
  const { code, message, details } = foreign;
  return new ChainError(code, message, {
    kind: known,
    advice: typeof advice === "string" ? advice : undefined,
    details,
  });
}

/** The error of any node's failed answer, without the kind and advice that it claims; null without one. */
export function readForeignError(answer: ValueMap, kind: ErrorKind): ChainError | null {
  const [member, message] = [answer.get("error"), answer.get("msg")];
  const code = memberOf(member, "code");
  if (!isMap(member) || typeof message !== "string") return null;
  if (typeof code !== "string" || !CODE.test(code)) return null;
  return new ChainError(code, message, {
    kind,
    details: readDetails(member.get("details")),
    isForeign: true,
  });
}

function readDetails(details: Value | undefined): Readonly<Record<string, string>> {
  if (!isContainer(details)) return {};
  return Object.fromEntries(Array.from(entriesOf(details), ([name, value]) => [name, valueToText(value)]));
}
