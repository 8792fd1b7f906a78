import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { isMap } from "../../src/codec/value.js";
import { listenLocally } from "./listen-locally.js";

/** One request for blocks, with its response. */
export interface BlockCall {
  readonly type: "GetBlock" | "GetBlocks";
  readonly target: number;
  readonly isFull: boolean;
  readonly response: ServerResponse;
  /** The answer of an honest peer. */
  readonly honest: Value;
}

export type BlockAnswerer = (call: BlockCall) => void;

/** Answers like an honest peer. */
export const honestly: BlockAnswerer = ({ response, honest }) => answerWith(response, honest);

export function answerWith(response: ServerResponse, data: Value): void {
  response.end(`{"code":200,"status":"success","data":${canonicalJson(data)}}`);
}

/** Peers on loopback that serve the blocks of one chain, each with its own behaviour. */
export class BlockServers {
  readonly #servers: Server[] = [];
  readonly #blocks: readonly Value[];
  readonly #window: number;

  /** @param window the number of blocks in an answer. */
  constructor(blocks: readonly Value[], window: number) {
    this.#blocks = blocks;
    this.#window = window;
  }

  /** Returns the host at which it listens. */
  async open(answer: BlockAnswerer): Promise<string> {
    const server = createServer((request, response) => void this.#serve(request, response, answer));
    this.#servers.push(server);
    return `127.0.0.1:${await listenLocally(server)}`;
  }

  close(): void {
    for (const server of this.#servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse, answer: BlockAnswerer): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const asked = memberOf(parseJson(Buffer.concat(pieces).toString("utf8")), "request");
    const type = memberOf(asked, "type") === "GetBlock" ? "GetBlock" : "GetBlocks";
    const target = Number(memberOf(asked, "target"));
    const isFull = memberOf(asked, "full") === true;
    const given = this.#blocks.slice(target - 1, target - 1 + (type === "GetBlock" ? 1 : this.#window));
    const shown = isFull ? given : given.map(summaryOf);
    const honest = type === "GetBlock" ? (shown[0] ?? null) : shown;
    answer({ type, target, isFull, response, honest });
  }
}

function summaryOf(block: Value): Value {
  if (!isMap(block)) throw new TypeError("A recorded block is a map. ");
  const { height, s_timestamp, previous_blockhash, blockhash, transactions } = Object.fromEntries(block);
  const transaction_count = isMap(transactions ?? null)
    ? (transactions as ReadonlyMap<string, Value>).size
    : 0;
  return new Map<string, Value>(
    Object.entries({ height, s_timestamp, previous_blockhash, blockhash }).map(([name, value]) => [
      name,
      value ?? null,
    ]),
  ).set("transaction_count", BigInt(transaction_count));
}
