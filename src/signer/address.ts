import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { messageOf } from "../codec/chain-error.js";
import { refusedFile } from "../codec/file-error.js";
import { fileText } from "../codec/file-text.js";
import { isSocketPath } from "../base/listening.js";
import * as errors from "./errors.js";

/** Where a signer listens: at a socket of this machine, or by TLS, where both sides show certificates. */
export type SignerAddress =
  { readonly path: string } | { readonly host: string; readonly port: number; readonly tls: TlsPair };

/** PEM texts: the own certificate with its key, and those with which the other side's certificate is checked. */
interface TlsPair {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** The names of the files of a `TlsPair`; undefined when they are not given. */
export type TlsPairFiles = Readonly<Record<keyof TlsPair, string | undefined>>;

const UNIX = "unix:";
const MAX_PORT = 65_535;
const TLS = /^tls:\/\/(?:\[([0-9A-Fa-f:.]+)\]|([^:/[\]@]+)):([0-9]{1,5})$/;

/** Throws `SIGNER_ADDRESS`, `SIGNER_CERTIFICATE`, or `SIGNER_FILES` with these options. */
export async function readSignerAddress(
  address: string,
  files: TlsPairFiles,
  options: string,
): Promise<SignerAddress> {
  if (address.startsWith(UNIX)) {
    const path = address.slice(UNIX.length);
    if (!isSocketPath(path)) throw errors.signerAddress({ address });
    return { path };
  }
  const [, ipv6, name = ipv6, port = ""] = TLS.exec(address) ?? [];
  if (name === undefined || Number(port) > MAX_PORT) throw errors.signerAddress({ address });
  const { cert, key, ca } = files;
  if (cert === undefined || key === undefined || ca === undefined) throw errors.signerFiles({ options });
  const read = (file: string): Promise<string> =>
    readFile(file)
      .catch(refusedFile(file))
      .then((bytes) => fileText(bytes, file));
  const tls = { cert: await read(cert), key: await read(key), ca: await read(ca) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw errors.signerCertificate({ reason: messageOf(cause) }, { cause });
  }
  return { host: name, port: Number(port), tls };
}
