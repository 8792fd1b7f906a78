import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";

/**
 * A proxy on loopback in front of a real node. It answers every n-th request itself, in turn with HTTP 500 and a JSON
 * body, with HTTP 503, with a reset, and with a truncated body.
 */
export class StrayProxy {
  /** The number of requests that the proxy answered itself. */
  strays = 0;
  readonly #server: Server;
  readonly #url: string;
  readonly #every: number;
  #count = 0;

  private constructor(url: string, every: number) {
    this.#url = url;
    this.#every = every;
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  static async open(url: string, every: number): Promise<StrayProxy> {
    const proxy = new StrayProxy(url, every);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#count += 1;
    if (this.#count % this.#every !== 0) return passOn({ incoming, body: incoming, outgoing }, this.#url);
    const stray = STRAYS[this.strays % STRAYS.length];
    this.strays += 1;
    incoming.resume();
    stray?.(outgoing);
  }
}

/** A request, its body, and where its answer goes. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly body: Readable;
  readonly outgoing: ServerResponse;
}

/** Passes a request on to a node, and the answer back. */
export function passOn({ incoming, body, outgoing }: Exchange, node: string): void {
  const { method, url = "", headers } = incoming;
  const onward = request(new URL(url, node), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(outgoing);
  });
  // A broken connection on one side ends the other side.
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  body.pipe(onward);
}

const STRAYS: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(500).end('{"code":500,"msg":"Internal error. "}'),
  (response) => response.writeHead(503).end('{"code":503,"msg":"The node is starting. "}'),
  (response) => response.destroy(),
  (response) => response.writeHead(200).end('{"code":200,"status":"success","data":{"blo'),
];
