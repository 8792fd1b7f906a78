import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { passOn } from "./stray-proxy.js";

/** What asks for blocks, in JSON or in a form: questions for heights and peers are answered. */
const BLOCKS = /(?:"|%22)Get(?:Resource)?Blocks?(?:"|%22)/;

/** A gate on loopback in front of a real node, at which the node can disappear, move, or keep its blocks to itself. */
export class GatedNode {
  /** The requests for blocks that wait; null while blocks are given. */
  #held: (() => void)[] | null = null;
  readonly #server: Server;
  #url: string | null;

  private constructor(url: string) {
    this.#url = url;
    this.#server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
  }

  static async open(url: string): Promise<GatedNode> {
    const gate = new GatedNode(url);
    gate.#server.listen(0, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Leads to the node at this URL from now on; null breaks every connection. */
  leadTo(url: string | null): void {
    this.#url = url;
    this.#server.closeAllConnections();
  }

  /** Leaves requests for blocks without an answer from now on. */
  holdBlocks(): void {
    this.#held ??= [];
  }

  /** Answers the requests that wait, and all others. */
  giveBlocks(): void {
    for (const pass of this.#held ?? []) pass();
    this.#held = null;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = this.#url;
    if (url === null) {
      outgoing.destroy();
      return;
    }
    const body = await text(incoming).catch(() => null);
    if (body === null) {
      outgoing.destroy();
      return;
    }
    const pass = (): void => {
      if (!outgoing.destroyed) passOn({ incoming, body: Readable.from([body]), outgoing }, url);
    };
    if (this.#held !== null && BLOCKS.test(body)) this.#held.push(pass);
    else pass();
  }
}
