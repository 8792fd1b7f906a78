import { createClientOver } from "../../src/client/create-client.js";
import { readEnvelope } from "../../src/client/exchange.js";
import { timedOut, connectionFailure } from "../../src/client/failures.js";
import type { Clock } from "../../src/base/clock/clock.js";
import type { ValueMap } from "../../src/codec/value.js";
import type { Connect } from "../../src/peers/transport/host.js";

/** How long a real call waits for an answer that never comes, ms. */
const TIMEOUT_MS = 10_000;

/** The failures in place of an answer, by name, as `http-connect` reports them. */
export const STRAYS: Readonly<Record<string, (host: string, clock: Clock) => Promise<ValueMap>>> = {
  "HTTP 500 with a JSON body": async (host) => answered(500, '{"code":500,"msg":"Internal error. "}', host),
  "HTTP 500 without a body": async (host) => answered(500, "", host),
  "HTTP 503": async (host) => answered(503, '{"code":503,"msg":"The node is starting. "}', host),
  "a reset": async (host) => {
    throw connectionFailure(host, new Error("read ECONNRESET"));
  },
  "no answer in time": (host, clock) =>
    new Promise((_, reject) => {
      clock.schedule(TIMEOUT_MS * 1000, () => reject(timedOut(host, TIMEOUT_MS)));
    }),
  "a body that is cut off": async (host) =>
    answered(200, '{"code":200,"status":"success","data":{"blo', host),
};

/** The calls of one node to its peers, some of which fail. */
export class StrayCalls {
  /** The number of calls. */
  count = 0;
  /** The number of calls that were made to fail. */
  strays = 0;
  /** The number of those that have not failed yet. */
  open = 0;
  readonly #clock: Clock;
  readonly #stray: (typeof STRAYS)[string];
  #isStray: (count: number) => boolean = () => false;

  constructor(clock: Clock, stray: (typeof STRAYS)[string]) {
    this.#clock = clock;
    this.#stray = stray;
  }

  /** Restarts the count: the next call is 1. */
  plan(isStray: (count: number) => boolean): void {
    [this.count, this.strays, this.#isStray] = [0, 0, isStray];
  }

  readonly through =
    (connect: Connect): Connect =>
    (host, options) => {
      const client = connect(host, options);
      return createClientOver(async ({ name }, parameters) => {
        this.count += 1;
        if (!this.#isStray(this.count)) return client.send(name, parameters);
        this.strays += 1;
        this.open += 1;
        return this.#stray(host, this.#clock).finally(() => (this.open -= 1));
      }, host);
    };
}

async function answered(status: number, body: string, host: string): Promise<ValueMap> {
  return readEnvelope(status, Buffer.from(body), host);
}
