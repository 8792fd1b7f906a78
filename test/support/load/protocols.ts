import { FastSigner } from "../fast-signer.js";
import { createKeyPair } from "../../../src/data/directory/identity.js";
import { ethereumSigner } from "./ethereum-transfer.js";
import { formRequest, jsonRequest, type LoadAnswer } from "./kept-connection.js";
import type { LoadOrder } from "./send-load.js";

/** How transfers reach a node of one kind. */
export interface LoadProtocol {
  /** Returns what signs the transfer of an index, which is sent at this time, and makes the whole request. */
  signer(order: LoadOrder): (index: number, atUs: number) => string;
  /** Whether a node takes the transfers of an account in the order of their signing only. Otherwise each has its time. */
  readonly isOrdered: boolean;
  /** The hash of an accepted transaction, or why it was refused. */
  read(answer: LoadAnswer): { readonly hash: string } | { readonly reason: string };
}

const chainnode: LoadProtocol = {
  signer({ url, keys, recipient }) {
    const target = new URL(url);
    const signers = keys.map((key) => new FastSigner(createKeyPair(key)));
    return (index, atUs) => {
      const form = (signers[index % signers.length] as FastSigner).transfer(recipient, atUs);
      return formRequest(target, "/sendtransaction", new URLSearchParams(form).toString());
    };
  },
  isOrdered: false,
  read({ status, body }) {
    if (status === 200) return { hash: /[0-9a-f]{78}/.exec(body)?.[0] ?? "" };
    return { reason: reasonOf(status, /"msg":"([^"]*)"/.exec(body)) };
  },
};

const ethereum: LoadProtocol = {
  signer({ url, keys, recipient }) {
    const target = new URL(url);
    const sign = ethereumSigner(keys, recipient);
    return (index) => {
      const params = `["${sign(index)}"]`;
      return jsonRequest(
        target,
        `{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":${params}}`,
      );
    };
  },
  isOrdered: true,
  read({ status, body }) {
    const hash = /"result":"(0x[0-9a-f]{64})"/.exec(body)?.[1];
    if (hash !== undefined) return { hash };
    return { reason: reasonOf(status, /"message":"([^"]*)"/.exec(body)) };
  },
};

function reasonOf(status: number, message: RegExpExecArray | null): string {
  return `${status} ${(message?.[1] ?? "").replaceAll(/[0-9]+/g, "…").trim()}`;
}

export const PROTOCOLS = { chainnode, ethereum };
