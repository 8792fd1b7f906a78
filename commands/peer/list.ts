import type { Command, Context } from "../../src/cli/command.js";
import { tableText, type View, timeIn } from "../../src/cli/output/view.js";
import { listIn, memberOf, objectToValue, type Value, isMap } from "../../src/codec/value.js";
import { valueToText, textIn } from "../../src/codec/text.js";
import {
  ADDRESS,
  described,
  either,
  INTEGER,
  listOf,
  objectOf,
  orNull,
  TEXT,
  BLOCKHASH,
  HEIGHT,
} from "../../src/records/operations/json-schema.js";
import type { DataDirectory } from "../../src/data/directory/data-directory.js";
import { bansAt } from "../../src/peers/tracking/bans.js";

/** The schemas and texts of hosts, and of what they offered, in the answers of the admin routes. */

const TIME = described(INTEGER, "Microseconds since 1970.");
const KIND = described(TEXT, "One of: transport, overload, clock, refusal, answer, rule.");
const WHY = { kind: KIND, code: TEXT, reason: TEXT };

const FAILURE = objectOf({ time: TIME, ...WHY });
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

const COLUMNS = [{ title: "host" }, { title: "address" }, { title: "state" }];

const PUBLIC = { peers: listOf(objectOf({ host: TEXT, address: ADDRESS })), known_hosts: listOf(TEXT) };
/** The member that only the operator's own node returns. */
const HOSTS = listOf(
  objectOf({
    host: TEXT,
    state: { enum: ["peer", "banned", "set aside", "known", "given", "unknown"] },
    failures: described(INTEGER, "Failures in the last ten minutes, at most 64."),
    last_failure: orNull(FAILURE),
    set_aside: orNull(SET_ASIDE),
    passed_over_until: described(
      orNull(INTEGER),
      "Time in µs until which the node requests no blocks from it, because it did not deliver announced blocks.",
    ),
  }),
);

export const command: Command = {
  summary: "list the peers and known hosts of a node",
  description: [
    "For the running node of the data directory, the list includes configured hosts and hosts that failed: the number of failures in the last ten minutes, the last reason, and until when the host is set aside or banned. A remote node does not report this.",
    "For a stopped node it lists the hosts of its last peers, and the bans.",
  ],
  examples: ["chainnode peer list", "chainnode peer list --rpc https://node.example.org:9900"],
  result: either(objectOf({ ...PUBLIC, bans: listOf(BANNED), hosts: HOSTS }), objectOf(PUBLIC)),
  async run(context) {
    const list = await readList(context);
    return { data: list, text: (view) => tableText(view, COLUMNS, rowsOf(view, list)) };
  },
};

async function readList(context: Context): Promise<Value> {
  const place = await context.workspace.place();
  if ("url" in place && place.directory !== undefined)
    return context.workspace.admin({ method: "GET", path: "/peers" });
  const { peers, known_hosts } = await (await context.workspace.client()).peer();
  return objectToValue({
    peers: [...peers.values()].map(({ host, address }) => objectToValue({ host, address })),
    known_hosts,
    // A stopped node has no recent failures.
    ...("stopped" in place ? { bans: await readBans(place.stopped), hosts: [] } : {}),
  });
}

async function readBans({ bansFile }: DataDirectory): Promise<Value> {
  const { readBansFile } = await import("../../src/data/directory/bans-file.js");
  const { banToValue } = await import("../../src/ops/status/peer-list.js");
  const nowUs = Date.now() * 1000;
  return bansAt(await readBansFile(bansFile), nowUs).map(banToValue);
}

function rowsOf(view: View, list: Value): readonly (readonly string[])[] {
  const bans = new Map(listIn(list, "bans").map((ban) => [textIn(ban, "host"), ban]));
  const hosts = new Map(listIn(list, "hosts").map((host) => [textIn(host, "host"), host]));
  const toRow = (host: string, address: string): readonly string[] => {
    const [told, ban] = [hosts.get(host), bans.get(host)];
    hosts.delete(host);
    bans.delete(host);
    if (ban !== undefined) return [host, address, banText(view, ban)];
    return told === undefined ? [host, address] : [host, address, stateText(view, told)];
  };
  return [
    ...listIn(list, "peers").map((peer) => toRow(textIn(peer, "host"), textIn(peer, "address"))),
    ...listIn(list, "known_hosts").map((host) => toRow(valueToText(host), "")),
    ...[...new Set([...hosts.keys(), ...bans.keys()])].map((host) => toRow(host, "")),
  ];
}

function stateText(view: View, host: Value): string {
  const [state, failures] = [textIn(host, "state"), textIn(host, "failures")];
  const aside = setAsideText(view, memberOf(host, "set_aside"));
  if (aside !== "") return aside;
  if (failures === "0") return state;
  const reason = textIn(memberOf(host, "last_failure") ?? null, "reason");
  return `${state}; failures in ten minutes: ${failures}; the last: ${reason}`;
}
