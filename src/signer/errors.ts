import { defineError } from "../codec/define-error.js";

/** The errors of a signer, and of the node that it serves. */

export const signerUnreachable = defineError("SIGNER_UNREACHABLE", "unavailable", {
  text: "The signer {signer} does not answer: {reason}.",
  advice:
    "Start it (chainnode signer), and check the address and the certificates. The node follows the chain, signs nothing, and asks again by itself.",
});

export const signerFails = defineError("SIGNER_FAILS", "unavailable", {
  text: "The signer {signer} does not sign: {reason}",
  advice: "Look at the disk and the clock of the signer's machine. The node asks again by itself.",
});

export const signerOtherKey = defineError("SIGNER_OTHER_KEY", "unavailable", {
  text: "The signer {signer} has another key than this node's validator.",
  advice:
    "Name the signer of this validator. A validator with another key needs a data directory of its own: docs/operate.md, Change the key of a validator.",
  details: ["expected", "got"],
});

export const signerLease = defineError("SIGNER_LEASE", "refused", {
  text: "The signer does not serve this node, but: {holder}.",
  advice: "It serves this node when that one has ended. At once: chainnode start --take-lease",
});

export const signerDate = defineError("SIGNER_DATE", "refused", {
  text: "The record is dated {seconds} s ahead of the signer's clock.",
  advice: "Synchronize the clocks of both machines.",
});

export const signedBefore = defineError("SIGNED_BEFORE", "refused", {
  text: "Another record was signed for this round and time, or for a later one before the signer started.",
  advice: "Nothing needs to be done: the node signs the next one.",
});

export const signerRequest = defineError("SIGNER_REQUEST", "refused", {
  text: "Invalid request to a signer: {reason}.",
  advice: "docs/signer.md describes the requests.",
});

export const signerAddress = defineError("SIGNER_ADDRESS", "usage", {
  text: "Invalid address of a signer: {address}",
  advice: "Give unix: and the path of a socket, or tls:// with host and port.",
});

export const signerFiles = defineError("SIGNER_FILES", "usage", {
  text: "A connection by TLS needs a certificate, its key and the certificate that the other side's is checked with.",
  advice: "Give {options}.",
});

export const signerCertificate = defineError("SIGNER_CERTIFICATE", "local", {
  text: "The certificates cannot be used: {reason}.",
  advice: "Each file holds PEM text, and the key belongs to the certificate: docs/signer.md, Other machines.",
});

export const signerListen = defineError("SIGNER_LISTEN", "local", {
  text: "The signer cannot listen on {address}: {reason}.",
  advice: "Stop the process that has the address, or choose another one with --listen.",
});

export const keyInSigner = defineError("KEY_IN_SIGNER", "refused", {
  text: "The key of this node is in a signer, which signs no transactions.",
  advice:
    "Sign on the machine of the signer: chainnode tx send --key NAME --rpc URL. Begin a network before its key moves into a signer.",
});
