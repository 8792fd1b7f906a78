import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import type { KeyPair } from "../../src/node/directory/identity.js";

/** The DER frame of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PRIVATE_KEY_FRAME = "302e020100300506032b657004220420";

export type SignedForm = Record<"transaction" | "public_key" | "signature", string>;

/**
 * Signs transfers with node:crypto, twelve times as fast as JavaScript, so that the load generator is not the
 * bottleneck.
 */
export class FastSigner {
  readonly #keyPair: KeyPair;
  readonly #key: KeyObject;
  readonly #network: ReadonlyMap<string, string>;

  /** @param network what its transactions say of their network; nothing for rules 1. */
  constructor(keyPair: KeyPair, network: ReadonlyMap<string, string> = new Map()) {
    this.#keyPair = keyPair;
    this.#network = network;
    this.#key = createPrivateKey({
      key: Buffer.from(PRIVATE_KEY_FRAME + keyPair.privateKey, "hex"),
      format: "der",
      type: "pkcs8",
    });
  }

  /** The members of a signed Send, the transaction as canonical text. */
  transfer(to: string, timestampUs: number): SignedForm {
    return this.sign("Send", timestampUs, [
      ["to", to],
      ["amount", "1"],
    ]);
  }

  /** Like `sign`, for any transaction. */
  sign(
    type: string,
    timestampUs: number,
    parameters: readonly (readonly [string, string])[] = [],
  ): SignedForm {
    const transaction = canonicalJson(
      new Map<string, string | bigint>([
        ["type", type],
        ["timestamp", BigInt(timestampUs)],
        ["from", this.#keyPair.address],
        ...this.#network,
        ...parameters,
      ]),
    );
    const hash = timeHash(hashOf(transaction), timestampUs);
    const signature = sign(null, Buffer.from(hash), this.#key).toString("hex");
    return { transaction, public_key: this.#keyPair.publicKey, signature };
  }
}
