import type { Engine } from "../../src/node/engine.js";
import { createCurrentEngine } from "../../src/node/sandbox/sandbox-state.js";

/** An engine that forwards to another one, except for some operations. */
export function forwardTo(engine: () => Engine, instead: Partial<Engine> = {}): Engine {
  return { ...createCurrentEngine(engine), ...instead };
}
