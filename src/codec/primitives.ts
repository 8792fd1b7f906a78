/**
 * The primitives on the hot path, from `node:crypto` and libsodium: SHA-256 at 8 times and Ed25519 at 12 to 20 times the
 * speed of JavaScript. `primitives.browser.ts` has the same from @noble, for bundles; `imports` in package.json selects.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  verify as verifySignature,
  type KeyObject,
} from "node:crypto";
import { LRUCache } from "lru-cache";
import { loadLibsodium, type VerifyEd25519 } from "./libsodium.js";
import { detached } from "./text.js";

/** The DER frame of an Ed25519 private key (RFC 8410), before the 32 bytes of its seed. */
const PRIVATE_KEY_FRAME = "302e020100300506032b657004220420";
/** What the JSON Web Keys of Ed25519 have in common (RFC 8037). Node 20 reads them 8 times as fast as DER. */
const ED25519_KEY = { kty: "OKP", crv: "Ed25519" };
/** Making a key object costs a fifth of a verification, so those of active senders are cached. */
const cachedKeys = new LRUCache<string, KeyObject>({ max: 8192 });
/** Making a private key object costs as much as eight signatures. A node has two, which stay cached. */
const cachedPrivateKeys = new LRUCache<string, KeyPairObject>({ max: 32 });

interface KeyPairObject {
  readonly privateKey: KeyObject;
  readonly publicKeyHex: string;
}

/** Hex SHA-256 of the UTF-8 bytes of a text. */
export const sha256Hex: (text: string) => string =
  // One call without a Hash object, where the runtime has it (20.12 and later).
  typeof hash === "function"
    ? (text) => hash("sha256", text, "hex")
    : (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** Loading libsodium takes as long as verifying so many with `node:crypto`: a short command needs none. */
const BEFORE_LIBSODIUM = 256;
let verified = 0;
let verify: VerifyEd25519 = verifyByNode;

/** Plain RFC 8032 verification. `ed25519.ts` refuses what libsodium refuses beyond it. */
export function verifyEd25519(message: string, publicKeyHex: string, signatureHex: string): boolean {
  verified += 1;
  if (verified === BEFORE_LIBSODIUM) void useLibsodium();
  return verify(message, publicKeyHex, signatureHex);
}

async function useLibsodium(): Promise<void> {
  verify = (await loadLibsodium()) ?? verifyByNode;
}

/** The same by `node:crypto` alone. */
export function verifyByNode(message: string, publicKeyHex: string, signatureHex: string): boolean {
  return verifySignature(
    null,
    Buffer.from(message, "utf8"),
    publicKeyObject(publicKeyHex),
    Buffer.from(signatureHex, "hex"),
  );
}

/** The deterministic signature of RFC 8032, as hex. The key is 64 hex characters. */
export function signEd25519(message: string, privateKeyHex: string): string {
  return sign(null, Buffer.from(message, "utf8"), keyPairObject(privateKeyHex).privateKey).toString("hex");
}

/** The public key of a private one, both 64 hex characters. */
export function publicKeyOfEd25519(privateKeyHex: string): string {
  return keyPairObject(privateKeyHex).publicKeyHex;
}

/** The same function with a cache of its last results, at most `max`. */
export function cached(compute: (text: string) => string, max: number): (text: string) => string {
  const results = new LRUCache<string, string>({ max });
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    results.set(detached(text), result);
    return result;
  };
}

function keyPairObject(privateKeyHex: string): KeyPairObject {
  const cached = cachedPrivateKeys.get(privateKeyHex);
  if (cached !== undefined) return cached;
  const privateKey = createPrivateKey({
    key: Buffer.from(PRIVATE_KEY_FRAME + privateKeyHex, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = privateKey.export({ format: "jwk" });
  const pair = { privateKey, publicKeyHex: Buffer.from(x, "base64url").toString("hex") };
  cachedPrivateKeys.set(privateKeyHex, pair);
  return pair;
}

function publicKeyObject(publicKeyHex: string): KeyObject {
  const cached = cachedKeys.get(publicKeyHex);
  if (cached !== undefined) return cached;
  const x = Buffer.from(publicKeyHex, "hex").toString("base64url");
  const key = createPublicKey({ key: { ...ED25519_KEY, x }, format: "jwk" });
  cachedKeys.set(detached(publicKeyHex), key);
  return key;
}
