import { request, type Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { spaceIdOf } from "../../src/codec/hash.js";
import { mapIn } from "../support/vectors.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { COST_SHAPES, type CostProgram } from "../fuzz/cost-programs.js";
import type { Random } from "./fault.js";

/** What strangers ask of a node, of each kind what is dear: in processor time, in memory, in bytes of the answer. */

const SPACE = "mix";
/** Publish takes longer codes, and a call longer parameters, but not much. */
const MOST_CODE = 60_000;
const MOST_PARAMETERS = 900_000;
const STREAM_MS = 500;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

/** A registered code, and the members of a call of it. */
interface HostileCode {
  readonly text: string;
  readonly isRequest: boolean;
  readonly call: Readonly<Record<string, unknown>>;
}

export interface HostileMix {
  readonly url: string;
  readonly agent: Agent;
  readonly random: Random;
  readonly codes: readonly HostileCode[];
  /** Of transactions that are in blocks. */
  readonly hashes: readonly string[];
}

/** Programs of every operator, of all sizes, as contracts and requests. */
export function hostileCodes(random: Random, count: number): readonly HostileCode[] {
  const [, writer] = devAccounts();
  if (writer === undefined) throw new RangeError("There are ten. ");
  const cid = spaceIdOf(writer.address, SPACE);
  const { reg_match: patterns = [], ...others } = COST_SHAPES;
  const drawnPrograms = Array.from({ length: count }, (_, at) => {
    const shapes = at % 3 === 0 ? patterns : drawn(random, Object.values(others));
    return drawn(random, shapes)(2 ** (4 + random() * 14), random);
  });
  const fits = ({ executions, parameters = {} }: CostProgram): boolean =>
    canonicalSize(executions) <= MOST_CODE && canonicalSize(parameters) <= MOST_PARAMETERS;
  return [...LISTS, ...drawnPrograms].filter(fits).map(({ executions, parameters = {} }, at) => {
    const type = `Mix_${at}`;
    const isRequest = at % 4 < 3;
    const p = Object.fromEntries(
      Object.keys(parameters).map((name) => [
        name,
        { name, type: null, maxlength: 1_000_000, requirements: true },
      ]),
    );
    const t = isRequest ? "request" : "contract";
    const text = JSON.stringify({
      t,
      m: "0.2.0",
      n: type,
      v: "1",
      s: SPACE,
      w: writer.address,
      p,
      e: executions,
    });
    return { text, isRequest, call: { ...parameters, type, cid } };
  });
}

function canonicalSize(data: unknown): number {
  return canonicalJson(parseJson(JSON.stringify(data))).length;
}

const LISTS: readonly CostProgram[] = [
  { executions: [{ $response: [{ $list_universal: ["a", 100_000, 100] }] }] },
  { executions: Array.from({ length: 40 }, (_, at) => ({ $list_universal: ["a", at * 1000, 100] })) },
  { executions: [{ $response: [{ $list_block: [1, 1000] }] }] },
];

/** A call of a code, as a transaction. */
export function hostileTransaction(call: object): SignedTransaction {
  const [, signer] = devAccounts();
  if (signer === undefined) throw new RangeError("There are ten. ");
  const members = mapIn(parseJson(JSON.stringify(call)));
  const timestamp = BigInt(Date.now() * 1000 + Math.floor(Math.random() * 1000));
  return signTransaction(new Map([...members, ["timestamp", timestamp]]), signer.privateKey);
}

const ZEROS = gzipSync(Buffer.alloc(2_000_000, "0"));

/** Asks one question of a kind and takes the answer, whatever it is. */
export const HOSTILE_KINDS: Readonly<Record<string, (mix: HostileMix) => Promise<void>>> = {
  requests: (mix) =>
    asked(
      mix,
      drawn(
        mix.random,
        mix.codes.filter(({ isRequest }) => isRequest),
      ),
    ),
  patterns: (mix) =>
    asked(
      mix,
      drawn(
        mix.random,
        mix.codes.filter(({ text }) => text.includes("$reg_match")),
      ),
    ),
  transactions: (mix) =>
    send(mix, "/sendrawtransaction", {
      headers: JSON_TYPE,
      body: hostileTransaction(drawn(mix.random, mix.codes).call).text,
    }),
  "what if": (mix) =>
    send(mix, "/whatif", {
      headers: FORM,
      body: form({ call: JSON.stringify(drawn(mix.random, mix.codes).call) }),
    }),
  traces: (mix) => send(mix, `/trace?hash=${drawn(mix.random, mix.hashes)}`),
  histories: (mix) =>
    send(mix, `/history?type=universal&key=${"0".repeat(64)}${Math.floor(mix.random() * 99)}`),
  "large bodies": (mix) => list(mix, `{"type":"GetBlock","target":"${"x".repeat(1_900_000)}"}`),
  "wide bodies": (mix) => list(mix, `{"type":"GetBlock","target":[${"0,".repeat(60_000)}0]}`),
  "deep bodies": (mix) => list(mix, "[".repeat(400_000) + "]".repeat(400_000)),
  "compressed bodies": (mix) =>
    send(mix, "/rawrequest", { headers: { ...JSON_TYPE, "content-encoding": "gzip" }, body: ZEROS }),
  blocks: (mix) => list(mix, '{"type":"GetBlocks","target":1,"full":true}'),
  "compressed answers": (mix) =>
    list(
      mix,
      '{"type":"ListTransaction","page":1,"count":1000}',
      drawn(mix.random, ["gzip", "br", "deflate"]),
    ),
  codes: (mix) => list(mix, '{"type":"ListCode","page":1,"count":100}', "gzip"),
  async streams(mix) {
    const leaving = new AbortController();
    const stream = send(mix, "/events?after=0", { signal: leaving.signal });
    await sleep(STREAM_MS);
    leaving.abort();
    await stream;
  },
};

function asked(mix: HostileMix, { call }: HostileCode): Promise<void> {
  return list(mix, JSON.stringify(call));
}

function list(mix: HostileMix, body: string, encoding = "identity"): Promise<void> {
  return send(mix, "/rawrequest", {
    headers: { ...JSON_TYPE, "accept-encoding": encoding },
    body: `{"request":${body}}`,
  });
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** Resolves when the answer has ended or the node has cut the connection. */
function send(
  { url, agent }: HostileMix,
  path: string,
  { headers = {}, body, signal }: Sent = {},
): Promise<void> {
  return new Promise((resolve) => {
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request(url + path, { agent, method, headers, signal }, (response) => {
      response.on("error", () => resolve()).on("end", () => resolve());
      response.resume();
    });
    outgoing.on("error", () => resolve());
    outgoing.end(body);
  });
}

function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

function drawn<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("There is nothing to draw from. ");
  return item;
}
