import type { IncomingMessage, ServerResponse } from "node:http";
import { ByteBudget } from "./byte-budget.js";
import type { ServerLimits } from "./limits.js";
import * as errors from "./errors.js";

type BodyLimits = Pick<ServerLimits, "bodySize" | "smallBodyBytes" | "bodyBytes" | "bodyBytesPerCaller">;

/**
 * Bounds the memory of the bodies that arrive at the same time. Each is counted with its declared size, until its answer is
 * sent. Small ones are not counted: there are no more of them than connections.
 */
export class LargeBodies {
  readonly #limits: BodyLimits;
  readonly #budget: ByteBudget;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#budget = new ByteBudget({ total: limits.bodyBytes, perCaller: limits.bodyBytesPerCaller });
  }

  /** Counts the body of a request. Throws `LARGE_BODIES`, and then discards the body: its client reads the answer after it. */
  take(request: IncomingMessage, response: ServerResponse, caller: string): void {
    const { headers } = request;
    const { bodySize, smallBodyBytes } = this.#limits;
    const isDeclared =
      headers["transfer-encoding"] === undefined && headers["content-encoding"] === undefined;
    const size = isDeclared ? Math.min(Number(headers["content-length"] ?? 0), bodySize) : bodySize;
    if (size <= smallBodyBytes || response.destroyed) return;
    if (!this.#budget.hasRoom(size, caller)) {
      request.resume();
      throw errors.largeBodies({ seconds: 1 });
    }
    this.#budget.hold(size, caller, response);
  }
}
