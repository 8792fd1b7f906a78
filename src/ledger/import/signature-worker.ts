/** A thread that verifies signatures. Takes batches and answers each with a verdict. */
import { parentPort } from "node:worker_threads";
import { isSignatureValid } from "../../codec/ed25519.js";

export interface SignatureBatch {
  readonly batch: number;
  /** Signed text, public key, signature. */
  readonly signatures: readonly (readonly [string, string, string])[];
}

export interface SignatureVerdict {
  readonly batch: number;
  readonly areSigned: boolean;
}

const port = parentPort;
if (port === null) throw new TypeError("The signature worker runs as a worker thread only. ");

port.on("message", ({ batch, signatures }: SignatureBatch) => {
  const areSigned = signatures.every(([text, publicKey, signature]) =>
    isSignatureValid(text, publicKey, signature),
  );
  port.postMessage({ batch, areSigned } satisfies SignatureVerdict);
});
