import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TlsFiles } from "../../../src/rpc/tls-files.js";

const run = promisify(execFile);

/** An empty directory for certificates. */
export async function makeCertificateDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "chainnode-tls-"));
}

/** Writes a self-signed certificate for 127.0.0.1 and its key, with the system's openssl. */
export async function writeCertificate(directory: string, commonName: string): Promise<TlsFiles> {
  const files = { certFile: join(directory, "cert.pem"), keyFile: join(directory, "key.pem") };
  const kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1".split(" ");
  const names = ["-subj", `/CN=${commonName}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  await run("openssl", ["req", ...kind, ...names, "-keyout", files.keyFile, "-out", files.certFile]);
  return files;
}

/** Signs the certificate again, with an end a day ago. */
export async function expireCertificate({ certFile, keyFile }: TlsFiles): Promise<void> {
  await run("openssl", ["x509", "-in", certFile, "-signkey", keyFile, "-days", "-1", "-out", certFile]);
}
