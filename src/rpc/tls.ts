import { readFile } from "node:fs/promises";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { ChainError, messageOf } from "../codec/chain-error.js";

export interface TlsFiles {
  /** PEM files: the certificate with its chain, and its private key. */
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Reads and checks certificate and key. Throws `TLS_FILES`, kind "local", when they are unusable or do not belong
 * together.
 */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<SecureContextOptions> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (cause) {
    throw new ChainError("TLS_FILES", `The certificate and key cannot be used: ${messageOf(cause)} `, {
      kind: "local",
      advice: "Both are PEM files, and the key is the certificate's. ",
      details: { certFile, keyFile },
      cause,
    });
  }
}
