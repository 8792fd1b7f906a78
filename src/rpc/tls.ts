import { readFile } from "node:fs/promises";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { messageOf } from "../codec/chain-error.js";
import * as errors from "./errors.js";

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
    throw errors.tlsFiles({ certFile, keyFile, reason: messageOf(cause) }, { cause });
  }
}
