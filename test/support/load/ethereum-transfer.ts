import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** What RLP encodes: bytes in hexadecimal, an integer, or a list. */
type RlpItem = string | bigint | readonly RlpItem[];

/** That of the development chains of Anvil and Hardhat. */
const CHAIN_ID = 31_337n;
/** The gas of a transfer, and a price in wei far above that of a block. */
const [GAS, GAS_PRICE] = [21_000n, 100_000_000_000n];
const ORDER = secp256k1.Point.Fn.ORDER;
/** One nonce of ECDSA for all signatures. It reveals the keys, which own nothing, and makes signing as cheap as hashing. */
const NONCE = 0x5eedn;
const NONCE_POINT = secp256k1.Point.BASE.multiply(NONCE).toAffine();
const NONCE_INVERSE = secp256k1.Point.Fn.inv(NONCE);

/** The Ethereum address of a private key. */
export function ethereumAddress(key: string): string {
  const publicKey = secp256k1.getPublicKey(hexToBytes(key), false);
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1))).slice(24)}`;
}

/**
 * Signs transfers of one wei. The accounts sign in turn; the transfer of an index has the account's next number
 * (EIP-155).
 */
export function ethereumSigner(keys: readonly string[], recipient: string): (index: number) => string {
  const secrets = keys.map((key) => BigInt(`0x${key}`));
  return (index) => {
    const secret = secrets[index % secrets.length] ?? 0n;
    const number = BigInt(Math.floor(index / secrets.length));
    const fields = [number, GAS_PRICE, GAS, recipient.slice(2), 1n, ""];
    const { isOdd, r, s } = signature(keccak_256(hexToBytes(rlp([...fields, CHAIN_ID, 0n, 0n]))), secret);
    return `0x${rlp([...fields, CHAIN_ID * 2n + (isOdd ? 36n : 35n), r, s])}`;
  };
}

function signature(hash: Uint8Array, secret: bigint): { isOdd: boolean; r: bigint; s: bigint } {
  const { x: r, y } = NONCE_POINT;
  const s = (NONCE_INVERSE * (BigInt(`0x${bytesToHex(hash)}`) + r * secret)) % ORDER;
  // The smaller of the two valid values only (EIP-2); the other one belongs to the opposite point.
  const isHigh = s > ORDER / 2n;
  return { isOdd: (y % 2n === 1n) !== isHigh, r, s: isHigh ? ORDER - s : s };
}

/** Recursive length prefix (Ethereum yellow paper, appendix B), in hexadecimal. */
function rlp(item: RlpItem): string {
  if (typeof item === "bigint") return rlp(item === 0n ? "" : evenHex(item));
  if (typeof item === "string")
    return item.length === 2 && item < "80" ? item : prefix(0x80, item.length / 2) + item;
  const body = item.map(rlp).join("");
  return prefix(0xc0, body.length / 2) + body;
}

function prefix(base: number, length: number): string {
  if (length < 56) return evenHex(base + length);
  const text = evenHex(length);
  return evenHex(base + 55 + text.length / 2) + text;
}

function evenHex(number: number | bigint): string {
  const text = number.toString(16);
  return text.length % 2 === 0 ? text : `0${text}`;
}
