import type { Value, ValueMap } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import * as errors from "../errors.js";
import { Ground, readGroundCode, type GroundCells } from "./ground.js";

/** The beginning of every sequence, in place of a generated state. */
export interface Scene {
  readonly calls: readonly SceneCall[];
  /** Values that parameters of a name often have, the plainest one at the beginning. */
  readonly values: Readonly<Record<string, readonly Value[]>>;
}

interface SceneCall {
  readonly code: string;
  readonly from: string;
  readonly parameters: ValueMap;
}

/** A state and the time at which it holds, in µs. */
export interface SceneEnd {
  readonly cells: GroundCells;
  readonly timestampUs: bigint;
}

/** Makes a scene's calls, from a time on. Throws `SCENE_REFUSED`, `CODE_BROKEN`. */
export function playScene(network: Network, calls: readonly SceneCall[], startUs: bigint): SceneEnd {
  const ground = new Ground(network, { universal: new Map(), local: new Map() });
  let timestampUs = startUs;
  for (const { code, from, parameters } of calls) {
    const read = readGroundCode(code);
    timestampUs += 1n;
    const outcome = ground.call({ code: read, from, parameters, timestampUs });
    if (outcome.status !== "accepted")
      throw errors.sceneRefused({ contract: read.method.name, message: outcome.message.trim() });
  }
  return { cells: { universal: ground.cells("universal"), local: ground.cells("local") }, timestampUs };
}
