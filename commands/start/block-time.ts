import type { NetworkDefinition } from "../../src/records/network.js";
import { isInstant } from "../../src/consensus/instant.js";
import type { Serving } from "./servers.js";
import * as errors from "../errors.js";

/** The time from one block of a development chain to the next, µs; or that blocks are made on request. */
export type BlockTime = number | typeof OFF;
export const OFF = "off";

const TIME = /^([1-9][0-9]{0,6})(ms|s)$/;
const UNIT_US = { ms: 1000, s: 1_000_000 } as const;
const LONGEST_US = 3_600_000_000;

/** Throws `BLOCK_TIME`. */
export function readBlockTime(text: string | undefined): BlockTime | undefined {
  if (text === undefined || text === OFF) return text;
  const [, count = "", unit] = TIME.exec(text) ?? [];
  const us = Number(count) * UNIT_US[unit === "s" ? "s" : "ms"];
  if (us > 0 && us <= LONGEST_US) return us;
  throw errors.blockTime({ got: text });
}

/** A chain keeps its block time: it is a part of the network's definition. Throws `BLOCK_TIME_KEPT`. */
export function assertBlockTime(wanted: BlockTime | undefined, { constants }: NetworkDefinition): void {
  const { main_chain_interval } = constants;
  if (typeof wanted === "number" && wanted !== main_chain_interval)
    throw errors.blockTimeKept({ milliseconds: main_chain_interval / UNIT_US.ms });
}

/** When a development chain makes its blocks, in words. */
export function blocksText({ opened, isHeld, isVolatile }: Serving): string {
  const { main_chain_interval } = opened.definition.constants;
  const disk = isVolatile
    ? "; they do not wait for the disk, so a power failure may destroy the last ones"
    : "";
  if (isHeld) return `on request: node.mine() in the console, or the page Development of the explorer${disk}`;
  if (isInstant(main_chain_interval)) return `at once${disk}`;
  return `every ${main_chain_interval / UNIT_US.ms} ms while transactions wait${disk}`;
}
