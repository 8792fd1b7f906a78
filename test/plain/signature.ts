/**
 * Ed25519 verification by libsodium's rules (PROTOCOL 3.4): no cofactor, the encodings of S, R and the key canonical,
 * no point of small order. Plain arithmetic on the curve -x² + y² = 1 + d·x²·y² over the field of 2^255 - 19
 * (RFC 8032); slow, and not constant in time: it sees public data only.
 */
import { createHash } from "node:crypto";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = modulo(-121665n * power(121666n, P - 2n));
const SQRT_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** The point (x/z, y/z). The common denominator saves a division in each step. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

const NEUTRAL: Point = { x: 0n, y: 1n, z: 1n };

const BASE = decode(littleEndianBytes(modulo(4n * power(5n, P - 2n)))) ?? NEUTRAL;

export interface Signed {
  /** The text that is signed, as bytes. */
  readonly message: Uint8Array;
  /** 32 bytes as hex. */
  readonly publicKey: string;
  /** 64 bytes as hex. */
  readonly signature: string;
}

export function verify(signed: Signed): boolean {
  const signature = Buffer.from(signed.signature, "hex");
  const publicKey = Buffer.from(signed.publicKey, "hex");
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= L) return false;
  const key = decode(publicKey);
  const commitment = decode(r);
  if (key === undefined || commitment === undefined) return false;
  if (hasSmallOrder(key) || hasSmallOrder(commitment)) return false;
  const challenge = littleEndian(
    createHash("sha512").update(r).update(publicKey).update(signed.message).digest(),
  );
  // s·B = R + h·A
  const left = multiply(BASE, s);
  const right = addPoints(commitment, multiply(key, challenge % L));
  return isSame(left, right);
}

function modulo(number: bigint): bigint {
  const rest = number % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = modulo(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}

function littleEndianBytes(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, "0"), "hex").reverse();
}

/** The point of a canonical encoding: y, and the lowest bit of x in the highest bit. */
function decode(bytes: Uint8Array): Point | undefined {
  const encoded = littleEndian(bytes);
  const y = encoded & (2n ** 255n - 1n);
  if (y >= P) return undefined;
  const top = modulo(y * y - 1n);
  const bottom = modulo(D * y * y + 1n);
  const square = modulo(top * power(bottom, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (modulo(x * x) !== square) x = modulo(x * SQRT_MINUS_ONE);
  if (modulo(x * x) !== square) return undefined;
  if ((x & 1n) !== encoded >> 255n) x = modulo(-x);
  return { x, y, z: 1n };
}

function addPoints(a: Point, b: Point): Point {
  const z = a.z * b.z;
  const xx = a.x * b.x;
  const yy = a.y * b.y;
  const cross = a.x * b.y + b.x * a.y;
  const product = modulo(D * modulo(xx * yy));
  const square = modulo(z * z);
  return {
    x: modulo(modulo(z * cross) * (square - product)),
    y: modulo(modulo(z * (yy + xx)) * (square + product)),
    z: modulo((square - product) * (square + product)),
  };
}

function isSame(a: Point, b: Point): boolean {
  return modulo(a.x * b.z - b.x * a.z) === 0n && modulo(a.y * b.z - b.y * a.z) === 0n;
}

function multiply(point: Point, by: bigint): Point {
  let result = NEUTRAL;
  let double = point;
  for (let rest = by; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = addPoints(result, double);
    double = addPoints(double, double);
  }
  return result;
}

function hasSmallOrder(point: Point): boolean {
  return isSame(multiply(point, 8n), NEUTRAL);
}
