import type { Value } from "../../codec/value.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { cidOf, type Method } from "../../records/code.js";
import { SYSTEM_CONTRACTS } from "../../records/operations/system-contracts.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { contractToText } from "../../system/classic-code.js";
import {
  FAUCET_2,
  FEE_2,
  PUBLISH_1,
  REFINE_2,
  REFINE_4,
  RECORDED_SEND_3,
  SEND_3,
  RECORDED_SEND_5,
  SEND_5,
} from "../../system/codes.js";
import type { ReadChain } from "../read-chain.js";
import { balanceChange, type Trial } from "./trial.js";
import { RegisteredCode, type CodeInForce, type CodeRegistry } from "../../ledger/code-registry.js";

export interface TrialCost {
  /** Null for a request, and when a code that this program does not know takes the fee. */
  readonly fee: bigint | null;
  /** The sender's balance before and after, null when the call does not write it. */
  readonly balance: { readonly old: Value; readonly new: Value } | null;
}

export function costOf(trial: Trial, { codes, network }: Pick<ReadChain, "codes" | "network">): TrialCost {
  const { transaction, execution } = trial;
  const balance = balanceChange(trial, network.prefixes.balance);
  if (transaction === null || !execution.ok) return { fee: null, balance };
  return { fee: feeUnder(codes.readable, transaction, execution.weight), balance };
}

/** The fees of the preset codes, present and recorded (PROTOCOL 6.14, 6.15, 6.17), in units. */
const UNITS_PER_BYTE = 1_000_000n;
export const UNITS_PER_WEIGHT = 1_000_000_000n;

interface CodeText {
  readonly method: Method;
  readonly text: string;
}

/**
 * Returns the fee of a transaction when these codes are registered, in units. Exact when its contract, if it is one of
 * the root space, and the network's Fee (PROTOCOL 6.7) have the exact texts of codes that this program knows, else null.
 */
export function feeUnder(
  codes: readonly CodeText[],
  transaction: SignedTransaction,
  weight: bigint,
): bigint | null {
  const contracts = codes.filter(({ method }) => method.kind === "contract");
  const called = contracts.find((code) => isCalled(code, transaction));
  const fee = contracts.find(({ method }) => method.name === "Fee" && method.writer === ZERO_ADDRESS);
  return feeOfCall({ called, fee }, transaction, weight);
}

/** The registered code that a transaction calls, and the one that takes the fee after it, where there are such. */
interface CalledCodes {
  readonly called: CodeText | undefined;
  readonly fee: CodeText | undefined;
}

/** Like `feeUnder`, where the codes have been found. */
export function feeOfCall(
  { called, fee }: CalledCodes,
  transaction: SignedTransaction,
  weight: bigint,
): bigint | null {
  if (called === undefined) return SYSTEM_CONTRACTS.has(transaction.type) ? 0n : null;
  if (fee !== undefined) return isFree(called) && isByWeight(fee) ? weight * UNITS_PER_WEIGHT : null;
  if (isBySize(called)) return BigInt(transaction.size) * UNITS_PER_BYTE;
  return isFree(called) ? 0n : null;
}

function isCalled({ method }: CodeText, { type, cid }: SignedTransaction): boolean {
  return method.name === type && (cid === null ? method.format === "classic" : cidOf(method) === cid);
}

/** Codes that take their own fee, by the transaction's size. */
const isBySize = isOneOf(SEND_3, RECORDED_SEND_3, REFINE_2);
/** Codes that take a fee after every transaction, by its weight. */
const isByWeight = isOneOf(FEE_2);
const isFreePreset = isOneOf(SEND_5, RECORDED_SEND_5, REFINE_4, PUBLISH_1, FAUCET_2);

/** Codes that take no fee themselves. Only codes of the root space can: balances are its cells (PROTOCOL 2.1, 6.14). */
function isFree(code: CodeText): boolean {
  return code.method.writer !== ZERO_ADDRESS || isFreePreset(code);
}

function isOneOf(...contracts: readonly Parameters<typeof contractToText>[0][]): (code: CodeText) => boolean {
  return ({ text, method }) => contracts.some((contract) => contractToText(contract, method.space) === text);
}

/** The fee of a transaction of the last block, in units; null when a code that this program does not know takes it. */
export function feeInBlock(
  registry: CodeRegistry,
  transaction: SignedTransaction,
  weights: ReadonlyMap<string, bigint>,
): bigint | null {
  const { code, postProcess } = registry.contract(transaction.cid, transaction.type);
  const codes = { called: registered(code), fee: registered(postProcess) };
  return feeOfCall(codes, transaction, weights.get(transaction.hash) ?? 0n);
}

/** System contracts have no code that is registered. */
function registered(code: CodeInForce | null): RegisteredCode | undefined {
  return code instanceof RegisteredCode ? code : undefined;
}
