import { createCipheriv, createDecipheriv, scrypt, type ScryptOptions } from "node:crypto";

/**
 * Encrypts one short secret with a password: a 256-bit key from scrypt, then AES-256-GCM. The parameters are fixed by
 * version 1 of the file format: a file cannot choose weaker or costlier ones.
 */
export const CIPHER = { kdf: "scrypt", n: 131_072, r: 8, p: 1, cipher: "aes-256-gcm" } as const;

const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** scrypt needs 128·N·r bytes. Node refuses to use more than this limit. */
const MAX_MEMORY = 2 * 128 * CIPHER.n * CIPHER.r;

export interface SealedSecret {
  /** All members are hexadecimal text. */
  readonly salt: string;
  readonly nonce: string;
  readonly ciphertext: string;
  readonly tag: string;
}

export type RandomBytes = (count: number) => Uint8Array;

export interface Sealing {
  readonly secret: string;
  /** Authenticated with the secret, so changing it in the file is detected. */
  readonly bound: string;
  readonly randomBytes: RandomBytes;
}

/** Encrypts a secret. */
export async function sealSecret(
  { secret, bound, randomBytes }: Sealing,
  password: string,
): Promise<SealedSecret> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER.cipher, await deriveKey(password, salt), nonce);
  cipher.setAAD(Buffer.from(bound, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return {
    salt: Buffer.from(salt).toString("hex"),
    nonce: Buffer.from(nonce).toString("hex"),
    ciphertext: ciphertext.toString("hex"),
    tag: cipher.getAuthTag().toString("hex"),
  };
}

/** Decrypts a secret. Null when the password is wrong or the file was changed: the cipher cannot tell which. */
export async function openSecret(
  sealed: SealedSecret,
  bound: string,
  password: string,
): Promise<string | null> {
  const key = await deriveKey(password, Buffer.from(sealed.salt, "hex"));
  try {
    const decipher = createDecipheriv(CIPHER.cipher, key, Buffer.from(sealed.nonce, "hex"), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(bound, "utf8"));
    decipher.setAuthTag(Buffer.from(sealed.tag, "hex"));
    return decipher.update(sealed.ciphertext, "hex", "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function deriveKey(password: string, salt: Uint8Array): Promise<Buffer> {
  const options: ScryptOptions = { N: CIPHER.n, r: CIPHER.r, p: CIPHER.p, maxmem: MAX_MEMORY };
  // Two systems may encode the same typed password differently.
  const text = password.normalize("NFKC");
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
