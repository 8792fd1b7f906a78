import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { EncodedOperation } from "../../client/exchange.js";
import type { HostParts } from "./host.js";

export interface PostTarget {
  readonly parts: HostParts;
  /** The IP address to connect to, whatever the name resolves to now. */
  readonly address: string;
  readonly path: string;
}

export interface PosterOptions {
  /** Certificate authorities (PEM) to trust in place of the well-known ones. */
  readonly ca?: string;
}

/** How long an idle connection is kept: a node asks its neighbours several times a second. */
const IDLE_MS = 10_000;
const MAX_IDLE_A_HOST = 4;

export class Poster {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor({ ca }: PosterOptions = {}) {
    const kept = { keepAlive: true, maxFreeSockets: MAX_IDLE_A_HOST, timeout: IDLE_MS };
    this.#http = new HttpAgent(kept);
    this.#https = new HttpsAgent({ ...kept, ...(ca === undefined ? {} : { ca }) });
  }

  /** Resolves to the answer as soon as it begins. Throws the error of the connection. */
  async send(target: PostTarget, operation: EncodedOperation, signal: AbortSignal): Promise<IncomingMessage> {
    const first = await this.#try(target, operation, signal);
    // The peer closed a kept connection while it was being used, so it has not received the request.
    return first ?? (await this.#try(target, operation, signal)) ?? noAnswer();
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /** Null when a kept connection turns out to be closed. */
  #try(
    { parts: { protocol, hostname, port }, address, path }: PostTarget,
    { body, headers }: EncodedOperation,
    signal: AbortSignal,
  ): Promise<IncomingMessage | null> {
    return new Promise((accept, refuse) => {
      const isSecure = protocol === "https:";
      const request = (isSecure ? requestHttps : requestHttp)({
        agent: isSecure ? this.#https : this.#http,
        host: address,
        port,
        path,
        method: "POST",
        headers: {
          ...headers,
          "accept-encoding": "gzip",
          host: `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`,
          "content-length": Buffer.byteLength(body),
        },
        // The certificate belongs to the name, not to the address.
        ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
        signal,
      });
      request.on("response", accept);
      request.on("error", (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && error.code === "ECONNRESET") accept(null);
        else refuse(error);
      });
      request.end(body);
    });
  }
}

function noAnswer(): never {
  throw new Error("The connection was closed. ");
}
