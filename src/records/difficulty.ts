import { divideDecimals, multiplyDecimals, parseDecimal, type Decimal } from "../codec/decimal.js";
import type { NetworkConstants } from "./network.js";
import type { RuleSet } from "./rules.js";

/** The difficulty rule (PROTOCOL 10.6). Difficulties are whole decimal text, as in the records. */

const HASH_LENGTH = 64;
const LARGEST_HASH: Decimal = { units: 2n ** 256n, scale: 0 };
const WEIGHT_SCALE = 3;
const SMALLEST_WEIGHT: Decimal = { units: 250n, scale: WEIGHT_SCALE };
const LARGEST_WEIGHT: Decimal = { units: 4000n, scale: WEIGHT_SCALE };

/** The largest proof of work, as hex text: ⌊2^256 / difficulty⌋, 0 for no positive number (PROTOCOL 10.3). */
export function hashLimit(difficulty: string): string {
  const divisor = parseDecimal(difficulty);
  const limit = divisor === null || divisor.units < 0n ? null : divideDecimals(LARGEST_HASH, divisor, 0);
  return (limit?.units ?? 0n).toString(16).padStart(HASH_LENGTH, "0");
}

/** Whether a resource block's root meets the limit. Both are hex text and compare as text. */
export function isWorkEnough(root: string, limit: string): boolean {
  return root <= limit;
}

interface DifficultyGap {
  readonly from: number;
  readonly to: number;
}

/** The two blocks whose times decide the difficulty at a height; null without a change (PROTOCOL 16.3). */
export function difficultyGap(
  height: number,
  constants: Pick<NetworkConstants, "difficulty_change_cycle">,
  { firstMeasuredBlock }: Pick<RuleSet, "firstMeasuredBlock">,
): DifficultyGap | null {
  const cycle = constants.difficulty_change_cycle;
  if (height <= cycle || height % cycle !== 1) return null;
  return { from: Math.max(firstMeasuredBlock, height - cycle - 1), to: height - 1 };
}

interface DifficultyBasis {
  /** Ignored up to the end of the first cycle. */
  readonly parentDifficulty: string;
  /** Null where the difficulty does not change. */
  readonly gap: DifficultyGap | null;
  /** The time between the two blocks of the gap; block 0 counts as an empty block of timestamp 0. */
  readonly gapUs: number;
}

export function difficultyAt(
  height: number,
  { parentDifficulty, gap, gapUs }: DifficultyBasis,
  constants: Pick<NetworkConstants, "difficulty_change_cycle" | "default_difficulty" | "resource_interval">,
): string {
  const { difficulty_change_cycle: cycle, default_difficulty, resource_interval } = constants;
  if (height <= cycle) return default_difficulty.toString();
  if (gap === null) return parentDifficulty;
  return weighDifficulty(parentDifficulty, resource_interval * (gap.to - gap.from), gapUs);
}

/** last × clamp(⌊target / actual⌋ at 3 decimals, 0.25, 4), truncated, at least 1. A gap of 0 counts as a ratio of 0. */
export function weighDifficulty(last: string, targetUs: number, gapUs: number): string {
  const whole = (value: bigint): Decimal => ({ units: value, scale: 0 });
  const ratio = divideDecimals(whole(BigInt(targetUs)), whole(BigInt(gapUs)), WEIGHT_SCALE);
  const weight = clampWeight(ratio ?? { units: 0n, scale: WEIGHT_SCALE });
  const { units } = multiplyDecimals(whole(BigInt(last)), weight, 0);
  return (units < 1n ? 1n : units).toString();
}

function clampWeight(weight: Decimal): Decimal {
  if (weight.units < SMALLEST_WEIGHT.units) return SMALLEST_WEIGHT;
  return weight.units > LARGEST_WEIGHT.units ? LARGEST_WEIGHT : weight;
}
