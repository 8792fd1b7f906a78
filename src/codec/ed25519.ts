import { publicKeyOfEd25519, signEd25519, verifyEd25519 } from "#primitives";

/** Keys and signatures (PROTOCOL 3.1, 3.2, 3.3, 3.4). Keys are lower-case hex. The signed message is UTF-8 text. */

const KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-fA-F]{128}$/;
/** The order of the base point and the field's prime, as big-endian hex: texts of equal length compare as numbers. */
const ORDER = "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
const PRIME = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
/**
 * The y coordinates of the points of small order, with their non-canonical encodings, big-endian, without the sign bit.
 * libsodium refuses each of them as a key and as a signature's R.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000001",
  "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826",
  "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7",
  "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
  PRIME,
  "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffee",
]);

/** Whether a text is a key in the protocol's form: 64 lower-case hex characters and nothing else. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Whether a text has the form of a signature: 128 hex characters, in either case. */
export function isSignature(text: string): boolean {
  return SIGNATURE.test(text);
}

/** The public key of a private key, the 32-byte seed. Throws a `TypeError` when it is malformed. */
export function privateKeyToPublicKey(privateKey: string): string {
  assertKey(privateKey);
  return publicKeyOfEd25519(privateKey);
}

/** Returns the deterministic signature of a text (RFC 8032). Throws a `TypeError` when the private key is malformed. */
export function sign(text: string, privateKey: string): string {
  assertKey(privateKey);
  return signEd25519(text, privateKey);
}

function assertKey(privateKey: string): void {
  if (!isKey(privateKey)) throw new TypeError("A private key is 64 lower-case hex characters. ");
}

/**
 * Whether a signature over a text is valid by libsodium's rules: cofactorless, S below the group's order, no
 * non-canonical or small-order point as key or R. Malformed keys and signatures are not valid.
 */
export function isSignatureValid(text: string, publicKey: string, signature: string): boolean {
  if (!isAdmissible(publicKey, signature)) return false;
  try {
    return verifyEd25519(text, publicKey, signature);
  } catch {
    // The key is not a point of the curve. The libraries throw; the protocol says "not valid".
    return false;
  }
}

/** Whether libsodium accepts the encodings of a key and a signature. Only then does it check the equation. */
export function isAdmissible(publicKey: string, signature: string): boolean {
  if (!isKey(publicKey) || !isSignature(signature)) return false;
  const keyY = pointToY(publicKey);
  if (keyY >= PRIME || SMALL_ORDER_Y.has(keyY)) return false;
  if (SMALL_ORDER_Y.has(pointToY(signature.slice(0, 64).toLowerCase()))) return false;
  return reverseBytes(signature.slice(64).toLowerCase()) < ORDER;
}

/** The y coordinate in a point's 32 bytes, big-endian, its sign bit cleared. */
function pointToY(pointHex: string): string {
  const y = reverseBytes(pointHex);
  const top = Number.parseInt(y.charAt(0), 16) & 7;
  return top.toString(16) + y.slice(1);
}

function reverseBytes(hex: string): string {
  let reversed = "";
  for (let index = hex.length - 2; index >= 0; index -= 2) reversed += hex.slice(index, index + 2);
  return reversed;
}
