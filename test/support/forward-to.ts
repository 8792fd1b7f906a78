import type { Engine } from "../../src/node/engine.js";
import { createCurrentEngine } from "../../src/node/sandbox/current-engine.js";

/** An engine that does what another one does, except for what is to be done instead. */
export function forwardTo(engine: () => Engine, instead: Partial<Engine> = {}): Engine {
  return { ...createCurrentEngine(engine), ...instead };
}
