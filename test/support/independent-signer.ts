import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";

/**
 * A second implementation of signing (PROTOCOL 1, 2, 5), written from the protocol with node:crypto alone. It shares no
 * code with the implementation that it is compared with, and supports only a Send: ASCII text without characters to
 * escape.
 */
export interface SignedSend {
  readonly hash: string;
  readonly transaction: string;
  readonly public_key: string;
  readonly signature: string;
}

export function signSend(privateKey: string, members: Readonly<Record<string, string | number>>): SignedSend {
  const transaction = JSON.stringify(members);
  const timestamp = Number(members["timestamp"]).toString(16).padStart(14, "0");
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  // timeHash hashes its argument, which already is a hash.
  const hash = timestamp + sha256(sha256(transaction));
  const key = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${privateKey}`, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const jwk = createPublicKey(key).export({ format: "jwk" });
  return {
    hash,
    transaction,
    public_key: Buffer.from(jwk.x ?? "", "base64url").toString("hex"),
    signature: sign(null, Buffer.from(hash), key).toString("hex"),
  };
}
