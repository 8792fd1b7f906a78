import { expect } from "chai";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { silentLog } from "../../src/base/log.js";
import { isSignatureValid } from "../../src/codec/ed25519.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import { SigningMemoryFile } from "../../src/data/directory/signing-memory-file.js";
import { hashChunk } from "../../src/records/chunk.js";
import { signedRecordToValue, type SignedRecord } from "../../src/records/signed-record.js";
import { KeyHolder, type SignerClient } from "../../src/signer/key-holder.js";
import { expectRejection } from "../support/expect-rejection.js";
import { testKey } from "../support/keys.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { listIn, textIn } from "../support/vectors.js";

const SECOND = 1_000_000;
const KEY = testKey("signer");
const TIP = timeHash(hashOf("tip"), 1);

describe("The process that holds a validator's key", () => {
  let directory: string;
  let nowUs: number;
  let holder: KeyHolder;
  let after: string;

  const open = async (): Promise<void> => {
    const clock = { nowUs: () => nowUs, schedule: () => () => undefined };
    const memory = await SigningMemoryFile.open(join(directory, "signatures"), nowUs);
    holder = new KeyHolder({ ...KEY, memory, clock, log: silentLog });
  };

  beforeEach(async () => {
    directory = await makeTempDirectory();
    nowUs = 100 * SECOND;
    after = "";
    await open();
    nowUs += 60 * SECOND;
  });

  afterEach(() => rm(directory, { recursive: true }));

  const lease = async (
    client: SignerClient,
    name: string,
    further: Record<string, Value> = {},
  ): Promise<Value> =>
    holder.answer(
      client,
      objectToValue({
        lease: objectToValue({ node: hashOf(name).slice(0, 32), name, wanted: true, after, ...further }),
      }),
    );
  const nodeWithLease = async (name = "one"): Promise<SignerClient> => {
    const client: SignerClient = { node: null };
    await lease(client, name);
    return client;
  };
  const sign = async (client: SignerClient, ...records: readonly SignedRecord[]): Promise<Value> => {
    const answer = await holder.answer(client, objectToValue({ sign: records.map(signedRecordToValue) }));
    after = TIP;
    return answer;
  };
  const chunkAt = (
    s_timestamp: number,
    ...names: readonly string[]
  ): SignedRecord & { readonly kind: "chunk" } => ({
    kind: "chunk",
    previous_blockhash: TIP,
    s_timestamp,
    transactions: names.map((name) => timeHash(hashOf(name), s_timestamp)),
  });
  const blockAt = (s_timestamp: number, name: string): SignedRecord => ({
    kind: "hypothesis",
    previous_blockhash: TIP,
    s_timestamp,
    transaction_root: hashOf(name),
  });

  it("signs the hash that it computes from a record, and notes it on the disk before", async () => {
    const client = await nodeWithLease();
    const chunk = chunkAt(150 * SECOND, "a", "b");
    const answer = await sign(client, chunk);
    const hash = hashChunk(chunk);
    expect(isSignatureValid(hash, KEY.publicKey, textIn(listIn(memberOf(answer, "signatures"))[0]))).to.equal(
      true,
    );
    expect(await readFile(join(directory, "signatures"), "utf8")).to.include(hash);
  });

  it("never signs two records for one round key and time, also after it was killed (PROTOCOL 9.15)", async () => {
    const client = await nodeWithLease();
    await sign(client, chunkAt(150 * SECOND, "a"), blockAt(150 * SECOND, "a"));
    await expectRejection(sign(client, chunkAt(150 * SECOND, "b")), "SIGNED_BEFORE", "refused");
    await expectRejection(
      sign(client, chunkAt(151 * SECOND, "b"), blockAt(150 * SECOND, "b")),
      "SIGNED_BEFORE",
      "refused",
    );
    // The same again is no second signature.
    await sign(client, chunkAt(150 * SECOND, "a"));
    await open();
    const again = await nodeWithLease();
    await expectRejection(sign(again, chunkAt(150 * SECOND, "b")), "SIGNED_BEFORE", "refused");
    await expectRejection(sign(again, chunkAt(159 * SECOND, "new")), "SIGNED_BEFORE", "refused");
    await sign(again, chunkAt(161 * SECOND, "new"));
  });

  it("signs for the node that has the lease alone, and for the next one once that has left", async () => {
    const one = await nodeWithLease("one");
    const two: SignerClient = { node: null };
    expect(memberOf(await lease(two, "two"), "holder")).to.equal("one");
    await expectRejection(sign(two, chunkAt(150 * SECOND, "b")), "SIGNER_LEASE", "refused");
    await sign(one, chunkAt(150 * SECOND, "a"));
    holder.leave(one);
    expect(memberOf(await lease(two, "two"), "held")).to.equal(true);
    await expectRejection(sign(one, chunkAt(151 * SECOND, "a")), "SIGNER_LEASE", "refused");
    // The chunk and the hypothesis of a time are of one node.
    await expectRejection(sign(two, blockAt(150 * SECOND, "b")), "SIGNED_BEFORE", "refused");
    await sign(two, blockAt(151 * SECOND, "b"));
  });

  it("gives the lease to a node that takes it, and ends that of one that does not want it any more", async () => {
    const one = await nodeWithLease("one");
    const two: SignerClient = { node: null };
    expect(memberOf(await lease(two, "two", { take: true }), "held")).to.equal(true);
    expect(memberOf(await lease(one, "one"), "held")).to.equal(false);
    expect(memberOf(await lease(two, "two", { wanted: false }), "holder")).to.equal(null);
    expect(memberOf(await lease(one, "one"), "held")).to.equal(true);
  });

  it("serves no node that lacks the block after which it has signed", async () => {
    await sign(await nodeWithLease("one"), chunkAt(150 * SECOND, "a"));
    const two: SignerClient = { node: null };
    await open();
    const answer = await lease(two, "two", { after: "", take: true });
    expect([memberOf(answer, "held"), memberOf(answer, "round_key")]).to.deep.equal([false, TIP]);
    expect(memberOf(await lease(two, "two"), "held")).to.equal(true);
  });

  it("signs nothing dated more than five seconds ahead of its clock (PROTOCOL 9.10)", async () => {
    const client = await nodeWithLease();
    await expectRejection(sign(client, chunkAt(nowUs + 6 * SECOND, "a")), "SIGNER_DATE", "refused");
    await sign(client, chunkAt(nowUs + 5 * SECOND, "a"));
  });

  it("signs no hash, no transaction and nothing that is no record", async () => {
    const client = await nodeWithLease();
    const ask = (request: Record<string, Value>): Promise<Value> =>
      holder.answer(client, objectToValue(request));
    const hash = timeHash(hashOf("transaction"), 1);
    const fields = { previous_blockhash: TIP, s_timestamp: BigInt(nowUs) };
    for (const record of [
      hash,
      null,
      objectToValue({ kind: "transaction", hash }),
      objectToValue({ kind: "hypothesis", ...fields, hypothesis_hash: hash }),
      objectToValue({ kind: "hypothesis", ...fields, transaction_root: hash }),
      objectToValue({ kind: "chunk", ...fields, transactions: [hash, hash] }),
      objectToValue({ kind: "chunk", ...fields, s_timestamp: -1n, transactions: [] }),
      objectToValue({ kind: "slot", network_key: hash, address: KEY.address }),
      objectToValue({ kind: "query", previous_blockhash: TIP, address: "someone" }),
    ])
      await expectRejection(ask({ sign: [record] }), "RECORD_MALFORMED", "refused");
    await expectRejection(ask({ sign: [] }), "SIGNER_REQUEST", "refused");
    await expectRejection(ask({ sign: hash }), "SIGNER_REQUEST", "refused");
    await expectRejection(ask({ key: true }), "SIGNER_REQUEST", "refused");
    await expectRejection(
      ask({ lease: objectToValue({ node: "1", name: "\u001b[31m" }) }),
      "SIGNER_REQUEST",
      "refused",
    );
  });

  it("knows the signatures that it made", async () => {
    const client = await nodeWithLease();
    const chunk = chunkAt(150 * SECOND, "a");
    await sign(client, chunk);
    const isForeign = async (hash: string, after: number): Promise<Value | undefined> => {
      const noted = objectToValue({ kind: "chunk", previous_blockhash: TIP, hash, after: BigInt(after) });
      return memberOf(await holder.answer(client, objectToValue({ noted })), "foreign");
    };
    expect(await isForeign(hashChunk(chunk), 150 * SECOND)).to.equal(false);
    expect(await isForeign(hashChunk(chunkAt(150 * SECOND, "b")), 150 * SECOND)).to.equal(true);
    // Before its start, it may have forgotten what it signed.
    expect(await isForeign(hashChunk(chunkAt(90 * SECOND, "b")), 90 * SECOND)).to.equal(false);
  });
});
