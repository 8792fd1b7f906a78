import type { Engine } from "../../src/node/engine.js";

/** An engine that does what another one does, except for what is to be done instead. */
export function forwardTo(engine: () => Engine, instead: Partial<Engine> = {}): Engine {
  return {
    sendTransaction: (input) => engine().sendTransaction(input),
    weight: (input) => engine().weight(input),
    request: (input) => engine().request(input),
    info: () => engine().info(),
    round: (query) => engine().round(query),
    broadcast: (query) => engine().broadcast(query),
    peer: (query) => engine().peer(query),
    inspect: (kind, key) => engine().inspect(kind, key),
    ...instead,
  };
}
