import { addressOf } from "../../codec/address.js";
import { attempted, ChainError } from "../../codec/chain-error.js";
import { isSignatureValid, sign } from "../../codec/ed25519.js";
import { hashOf } from "../../codec/hash.js";
import { parseJson } from "../../codec/parse-json.js";
import { createFile } from "../../base/files/write-file.js";
import { createClient } from "../../client/create-client.js";
import { peerStatementMissing } from "../../peers/errors.js";
import { assertMembership, assertSameRules, type PeerKey } from "../../peers/tracking/membership.js";
import { normalizeHost } from "../../peers/transport/host.js";
import { splitJsonItems } from "../../ledger/import/json-items.js";
import { Fields } from "../../records/fields.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { bytesAt } from "./snapshot-source.js";
import * as errors from "./errors.js";

const PATIENCE_MS = 10_000;
const MAX_VOUCHER_BYTES = 4096;

/** A node's signature of a snapshot: a file beside it, named after the node's peer key (docs/pruning.md). */
export function voucherFile(file: string, address: string): string {
  return `${file}.${address}.json`;
}

/** Signs the hash of a snapshot in a new file beside it, and returns its name. Throws as `createFile` does. */
export async function vouch(
  file: string,
  hash: string,
  { address, publicKey, privateKey }: PeerKey,
): Promise<string> {
  const beside = voucherFile(file, address);
  const voucher = { snapshot: hash, public_key: publicKey, signature: sign(signedText(hash), privateKey) };
  await createFile(beside, `${JSON.stringify(voucher)}\n`);
  return beside;
}

interface StatedSnapshot {
  readonly file: string;
  readonly hash: string;
  readonly definition: NetworkDefinition;
}

/**
 * Checks that a snapshot is vouched for by each of these hosts: the host proves its peer key and its network, and the
 * signature of this key lies beside the snapshot. Throws `SNAPSHOT_VOUCHER`, the errors of `assertMembership`, of the
 * call, and of `bytesAt`.
 */
export async function assertVouched(snapshot: StatedSnapshot, hosts: readonly string[]): Promise<void> {
  const keys = new Map<string, string>();
  for (const host of hosts) {
    const address = await peerAddressOf(host, snapshot.definition);
    const other = keys.get(address);
    if (other !== undefined)
      throw errors.snapshotVoucher({ host, reason: `it has the key of ${other}, so both are one node` });
    keys.set(address, host);
    await assertSigned(snapshot, host, address);
  }
}

async function peerAddressOf(host: string, definition: NetworkDefinition): Promise<string> {
  const name = normalizeHost(host);
  const url = name.includes("://") ? name : `http://${name}`;
  const network = createNetwork(definition);
  const answer = await createClient({ url, timeoutMs: PATIENCE_MS }).peer({ authentication: true });
  assertSameRules({ network }, answer);
  if (answer.node === undefined) throw peerStatementMissing();
  return assertMembership({ network }, answer.node, { nowUs: Date.now() * 1000, height: 0 });
}

async function assertSigned({ file, hash }: StatedSnapshot, host: string, address: string): Promise<void> {
  const beside = voucherFile(file, address);
  const refuse = (reason: string): ChainError => errors.snapshotVoucher({ host, reason, file: beside });
  const text = await readVoucher(beside);
  if (text === null) throw refuse("there is no signature of its key beside the snapshot");
  const fields = attempted(() => new Fields(parseJson(text), "signature"), null);
  const [signed, key, signature] = ["snapshot", "public_key", "signature"].map((name) =>
    attempted(() => fields?.text(name) ?? "", ""),
  );
  if (signed !== hash) throw refuse(`its signature is for another snapshot, ${JSON.stringify(signed)}`);
  const isValid = attempted(() => addressOf(key ?? "") === address, false);
  if (!isValid || !isSignatureValid(signedText(hash), key ?? "", signature ?? ""))
    throw refuse("the signature is invalid");
}

/** The text of a voucher; null when there is no file, or one that is too long. */
async function readVoucher(place: string): Promise<string | null> {
  let size = 0;
  const bounded = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of bytesAt(place)) {
      size += bytes.length;
      if (size > MAX_VOUCHER_BYTES) return;
      yield bytes;
    }
  };
  try {
    for await (const { text } of splitJsonItems(bounded())) return text;
  } catch (error) {
    if (!(error instanceof ChainError) || !ABSENT.has(error.code)) throw error;
  }
  return null;
}

const ABSENT: ReadonlySet<string> = new Set(["FILE_MISSING", "SNAPSHOT_FETCH", "ITEMS_MALFORMED"]);

/** What a node signs; no record of the protocol has this text. */
function signedText(hash: string): string {
  return hashOf(`snapshot${hash}`);
}
