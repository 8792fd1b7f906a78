import type { Engine } from "../engine.js";

/** The engine that is there when it is asked: another one takes its place when a sandbox goes back to a snapshot. */
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
