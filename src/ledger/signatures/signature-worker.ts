/** A thread that verifies signatures. Takes batches, one at a time, and answers each with its verdicts. */
import { parentPort } from "node:worker_threads";
import { isSignatureValid } from "../../codec/ed25519.js";
import { textToBatch } from "./signature-batch.js";

const port = parentPort;
if (port === null) throw new TypeError("The signature worker runs as a worker thread only. ");

port.on("message", (text: string) => {
  port.postMessage(
    textToBatch(text).map(([signed, publicKey, signature]) => isSignatureValid(signed, publicKey, signature)),
  );
});
