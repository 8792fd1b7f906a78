import { spaceIdOf } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";

/** The most expensive load: contracts, requests and parameters at their limits. */

const SPACE = "loop";
/** Squaring this number costs about twenty million units of work. */
const FACTOR = "7".repeat(100_000);
/** A submission may do two of these. */
const SUBMITTED_SQUARES = 2;
/** The most that a transaction in a block may do. */
const BLOCK_SQUARES = 12;
/** Makes a transaction nearly as long as allowed. */
const PAD = "x".repeat(900_000);
/** The longest value that is slow to read, and the number of such cells that a transaction may write. */
const CELL = Array.from({ length: 32_700 }, () => 0n);
const CELLS = 15;
/** The heaviest list that may be submitted. */
const LIST = Array.from({ length: 20_000 }, () => 100_000n);

const factor = { $load_param: ["factor"] };
const square = { $strlen: [{ $mul: [factor, factor] }] };
const any = (name: string): object => ({ name, type: null, maxlength: 1_000_000, requirements: true });

function methodOf(writer: string, n: string, p: Readonly<Record<string, object>>, e: readonly object[]) {
  return { t: "contract", m: "0.2.0", v: "1", s: SPACE, w: writer, n, p, e };
}

/** The codes of a publisher. */
export function loopCodes(writer: string): readonly string[] {
  const keys = Array.from({ length: CELLS }, (_, index) => (index + 16).toString(16));
  const squares = (count: number): readonly object[] => Array.from({ length: count }, () => square);
  const codes = [
    methodOf(writer, "Submitted", { factor: any("factor") }, squares(SUBMITTED_SQUARES)),
    methodOf(writer, "Longest", { factor: any("factor") }, squares(BLOCK_SQUARES)),
    methodOf(
      writer,
      "Fill",
      { cell: any("cell") },
      keys.map((key) => ({ $write_universal: ["cell", key, { $load_param: ["cell"] }] })),
    ),
    methodOf(writer, "Take", { list: any("list") }, [{ $hash: [{ $load_param: ["list"] }] }]),
    methodOf(writer, "Read", {}, [{ $count: [keys.map((key) => ({ $read_universal: ["cell", key] }))] }]),
    {
      ...methodOf(writer, "Ask", { factor: any("factor") }, [
        { $response: [[...squares(1), { $list_block: [1, 1000] }]] },
      ]),
      t: "request",
    },
  ];
  return codes.map((code) => JSON.stringify(code));
}

/** A code of nearly the maximum length that calls an operator as often as possible. */
export function longestCode(writer: string, version: number): string {
  const calls = Array.from({ length: 4_000 }, () => ({ $add: [1, 2] }));
  return JSON.stringify({ ...methodOf(writer, "Longest_code", {}, calls), v: String(version) });
}

/** The parameters of the heaviest call of each contract. */
const PARAMETERS = {
  Submitted: { factor: FACTOR },
  Longest: { factor: FACTOR },
  Fill: { cell: CELL, pad: PAD },
  Read: {},
  Take: { list: LIST },
  Longest_code: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, Value>>>>;

export type LoopContract = keyof typeof PARAMETERS;

export function loopCall(signer: KeyPair, type: LoopContract, timestampUs: number): SignedTransaction {
  const cid = spaceIdOf(signer.address, SPACE);
  const members = { type, cid, timestamp: BigInt(timestampUs), ...PARAMETERS[type] };
  return signTransaction(new Map<string, Value>(Object.entries(members)), signer.privateKey);
}

/** The request that uses all the work and chain operators that are allowed. */
export function loopRequest(writer: string): Value {
  return new Map<string, Value>([
    ["type", "Ask"],
    ["cid", spaceIdOf(writer, SPACE)],
    ["factor", FACTOR],
  ]);
}
