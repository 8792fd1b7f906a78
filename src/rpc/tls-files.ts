import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { messageOf } from "../codec/chain-error.js";
import { fileText } from "../codec/file-text.js";
import * as errors from "./errors.js";

export interface TlsFiles {
  /** PEM files: the certificate with its chain, and its private key. */
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Certificate {
  readonly context: { readonly cert: string; readonly key: string };
  /** The end of its validity, µs. */
  readonly endUs: number;
}

/**
 * Reads and checks certificate and key. Throws `TLS_FILES`, kind "local", when they are unusable or do not belong
 * together. An expired certificate is returned: a client may accept it.
 */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<Certificate> {
  try {
    const [cert = "", key = ""] = await Promise.all(
      [certFile, keyFile].map(async (file) => fileText(await readFile(file))),
    );
    createSecureContext({ cert, key });
    return { context: { cert, key }, endUs: Date.parse(new X509Certificate(cert).validTo) * 1000 };
  } catch (cause) {
    throw errors.tlsFiles({ certFile, keyFile, reason: messageOf(cause) }, { cause });
  }
}
