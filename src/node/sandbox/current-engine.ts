import type { Engine } from "../engine.js";

/**
 * Creates an engine that forwards each call to the current one: a sandbox replaces it when it reverts to a snapshot.
 */
export function createCurrentEngine(now: () => Engine): Engine {
  return {
    sendTransaction: (input) => now().sendTransaction(input),
    weight: (input) => now().weight(input),
    request: (input) => now().request(input),
    info: () => now().info(),
    round: (query) => now().round(query),
    broadcast: (query) => now().broadcast(query),
    peer: (query) => now().peer(query),
    inspect: (kind, key) => now().inspect(kind, key),
  };
}
