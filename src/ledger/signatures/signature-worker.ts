/** A thread that verifies signatures. Takes batches, one at a time, and answers each with its verdicts. */
import { parentPort } from "node:worker_threads";
import { isSignatureValid } from "../../codec/ed25519.js";

/** Of each: signed text, public key, signature. */
export type SignatureBatch = readonly (readonly [string, string, string])[];

const port = parentPort;
if (port === null) throw new TypeError("The signature worker runs as a worker thread only. ");

port.on("message", (batch: SignatureBatch) => {
  port.postMessage(batch.map(([text, publicKey, signature]) => isSignatureValid(text, publicKey, signature)));
});
