/** A thread that verifies signatures. It takes one batch at a time and sends back the verdicts of each. */
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
