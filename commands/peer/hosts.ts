import { timeIn, type View } from "../../src/cli/output/view.js";
import { isMap, memberOf, type Value } from "../../src/codec/value.js";
import {
  BLOCKHASH,
  described,
  HEIGHT,
  INTEGER,
  objectOf,
  orNull,
  TEXT,
} from "../../src/records/operations/json-schema.js";
import { textIn } from "../../src/codec/text.js";

/** The schemas and texts of hosts, and of what they offered, in the answers of the admin routes. */

const TIME = described(INTEGER, "Microseconds since 1970.");
const KIND = described(TEXT, "One of: transport, overload, clock, refusal, answer, rule.");
const WHY = { kind: KIND, code: TEXT, reason: TEXT };

export const FAILURE = objectOf({ time: TIME, ...WHY });
export const SET_ASIDE = objectOf({ until: TIME, ...WHY });
export const BANNED = objectOf({
  host: TEXT,
  until: described(orNull(INTEGER), "Microseconds since 1970; null without an end."),
});
export const HOST_ABSENT = objectOf({ host: TEXT, failures: INTEGER, last_failure: FAILURE });
export const HOST_SET_ASIDE = objectOf({ host: TEXT, until: TIME, ...WHY });
export const REFUSED_BLOCK = objectOf({
  time: TIME,
  host: TEXT,
  chain: { enum: ["main", "resource"] },
  height: HEIGHT,
  blockhash: BLOCKHASH,
  code: TEXT,
  reason: TEXT,
});

export const WAITING_BRANCH = objectOf({ host: TEXT, since: TIME, common: HEIGHT, height: HEIGHT });

/** `main block 12 of host, which leaves this chain after block 5`. */
export function waitingText(branch: Value): string {
  const [host, common, height] = ["host", "common", "height"].map((name) => textIn(branch, name));
  return `main block ${height} of ${host}, whose chain differs after block ${common}`;
}

/** `set aside until …: reason`; empty for a host that is not set aside. */
export function setAsideText(view: View, setAside: Value | undefined): string {
  if (!isMap(setAside)) return "";
  return `set aside until ${timeIn(view, setAside, "until")}: ${textIn(setAside, "reason")}`;
}

/** `banned`, or `banned until …`. */
export function banText(view: View, ban: Value): string {
  return memberOf(ban, "until") === null ? "banned" : `banned until ${timeIn(view, ban, "until")}`;
}

/** `main block 12 of a:1, 2027-…: reason`. */
export function refusedBlockText(view: View, refused: Value): string {
  const [chain, height, host, reason] = ["chain", "height", "host", "reason"].map((name) =>
    textIn(refused, name),
  );
  return `${chain} block ${height} of ${host}, ${timeIn(view, refused, "time")}: ${reason}`;
}
