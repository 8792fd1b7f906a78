import type { Context } from "../../src/cli/context.js";
import { cidOf } from "../../src/records/code.js";
import { SYSTEM_CONTRACTS } from "../../src/records/operations/system-contracts.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { listCodes, type RegisteredCode } from "./codes.js";

/** The fees of the codes a network begins with (PROTOCOL 6), in units. */
const UNITS_PER_BYTE = 1_000_000n;
export const UNITS_PER_WEIGHT = 1_000_000_000n;

/**
 * What a transaction will pay, in units: exact where its contract and the network's Fee are codes this program knows
 * to the letter, null where another code decides.
 */
export async function computeFee(
  context: Context,
  transaction: SignedTransaction,
  weight: bigint,
): Promise<bigint | null> {
  return feeUnder(await listCodes(context), transaction, weight);
}

/** The same where these are the registered codes. */
export async function feeUnder(
  codes: readonly RegisteredCode[],
  transaction: SignedTransaction,
  weight: bigint,
): Promise<bigint | null> {
  if (SYSTEM_CONTRACTS.has(transaction.type)) return 0n;
  const known = await loadKnownCodes();
  const contracts = codes.filter(({ method }) => method.kind === "contract");
  const called = contracts.find((code) => isCalled(code, transaction));
  const fee = contracts.find(({ method }) => method.name === "Fee" && method.space === called?.method.space);
  if (called === undefined) return null;
  if (fee !== undefined) return known.free(called) && known.byWeight(fee) ? weight * UNITS_PER_WEIGHT : null;
  if (known.bySize(called)) return BigInt(transaction.size) * UNITS_PER_BYTE;
  return known.free(called) ? 0n : null;
}

function isCalled({ method }: RegisteredCode, { type, cid }: SignedTransaction): boolean {
  return method.name === type && (cid === null ? method.format === "classic" : cidOf(method) === cid);
}

type Recognizer = (code: RegisteredCode) => boolean;

interface KnownCodes {
  /** Takes its own fee, by the transaction's size. */
  readonly bySize: Recognizer;
  /** Takes a fee after every transaction, by its weight. */
  readonly byWeight: Recognizer;
  /** Takes none itself. */
  readonly free: Recognizer;
}

async function loadKnownCodes(): Promise<KnownCodes> {
  const [{ contractToText }, send3, refine2, fee2, send5, refine4, publish1, faucet2] = await Promise.all([
    import("../../src/system/classic-code.js"),
    import("../../src/system/codes/send-3.js"),
    import("../../src/system/codes/refine-2.js"),
    import("../../src/system/codes/fee-2.js"),
    import("../../src/system/codes/send-5.js"),
    import("../../src/system/codes/refine-4.js"),
    import("../../src/system/codes/publish-1.js"),
    import("../../src/system/codes/faucet-2.js"),
  ]);
  const isOneOf =
    (...contracts: readonly Parameters<typeof contractToText>[0][]): Recognizer =>
    ({ text, method }) =>
      contracts.some((contract) => contractToText(contract, method.space) === text);
  return {
    bySize: isOneOf(send3.SEND_3, refine2.REFINE_2),
    byWeight: isOneOf(fee2.FEE_2),
    free: isOneOf(send5.SEND_5, refine4.REFINE_4, publish1.PUBLISH_1, faucet2.FAUCET_2),
  };
}
