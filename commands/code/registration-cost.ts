import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { attempted } from "../../src/codec/chain-error.js";
import { PREFIX_LENGTH } from "../../src/codec/state-key.js";
import { byteLength } from "../../src/codec/text.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { unsignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { LOCAL_WEIGHT } from "../../src/vm/run.js";
import { UNITS_PER_WEIGHT } from "../../src/replay/trial/fee.js";
import { registration, type Registrar } from "../../src/actions/register-code.js";
import { nowUs } from "../../src/actions/send-in-time.js";

/** The weight and the fee of putting a code on the chain (PROTOCOL 6.17). */
export interface RegistrationCost {
  readonly contract: Registrar;
  readonly weight: bigint;
  /** In units; null when a code that this program does not know takes it. */
  readonly fee: bigint | null;
}

/** The fee of a transaction of a weight, in units; null when it is unknown. */
export type FeeRule = (transaction: SignedTransaction, weight: bigint) => bigint | null;

/** The fees of a network with the Fee contract: Register pays nothing, other contracts by weight (PROTOCOL 6.7). */
export const feeByWeight: FeeRule = ({ type }, weight) =>
  type === CONTRACTS.REGISTER.type ? 0n : weight * UNITS_PER_WEIGHT;

/** Null for a text that is not code: it is refused and pays nothing. */
export function registrationCost(text: string, feeOf: FeeRule = feeByWeight): RegistrationCost | null {
  const method = attempted(() => parseCode(text), null);
  if (method === null) return null;
  const contract = method.format === "classic" ? CONTRACTS.REGISTER.type : "Publish";
  const unsigned = unsignedTransaction(
    registration(contract, text, { from: ZERO_ADDRESS, timestampUs: nowUs() }),
  );
  const keyLength = PREFIX_LENGTH + codeIdOf(method).length;
  const weight = BigInt(unsigned.size + keyLength) + BigInt(byteLength(text)) * LOCAL_WEIGHT;
  return { contract, weight, fee: feeOf(unsigned, weight) };
}
