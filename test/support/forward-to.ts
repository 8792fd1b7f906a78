import type { Engine } from "../../src/api/engine.js";
import { decorated, forwarding } from "../../src/store/decorated.js";

/** An engine that forwards to another one, except for some operations. */
export function forwardTo(engine: () => Engine, instead: Partial<Engine> = {}): Engine {
  return decorated(forwarding(engine), instead);
}
