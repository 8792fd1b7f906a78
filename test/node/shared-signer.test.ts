import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { silentLog } from "../../src/base/log.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { SigningEnd } from "../../src/node/signing-end.js";
import { SigningWatch } from "../../src/node/signing-watch.js";
import { createChunk, signedChunk, type Chunk, type ChunkContent } from "../../src/records/chunk.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { KeyHolder } from "../../src/signer/key-holder.js";
import { RemoteKey } from "../../src/signer/remote-key.js";
import { openSignerServer, type SignerServer } from "../../src/signer/signer-server.js";
import { testKey } from "../support/keys.js";
import { makeTempDirectory } from "../support/temp-store.js";

const KEY = testKey("shared");

describe("A node that shares its signer with another one", () => {
  let directory: string;
  let server: SignerServer;
  let other: RemoteKey;
  let own: RemoteKey;
  let end: SigningEnd;
  let watch: SigningWatch;

  beforeEach(async () => {
    directory = await makeTempDirectory();
    const address = { path: join(directory, "signer.sock") };
    const memory = new VolatileSigningMemory();
    const holder = new KeyHolder({ ...KEY, memory, clock: systemClock, log: silentLog });
    server = await openSignerServer(holder, address, silentLog);
    const options = { address, signer: "here", name: "node", clock: systemClock, log: silentLog };
    [other, own] = [new RemoteKey(KEY.publicKey, options), new RemoteKey(KEY.publicKey, options)];
    other.start(async () => true);
    while (!other.isServing) await setTimeout(10);
    own.start(async () => true);
    while (own.holder === null) await setTimeout(10);
    end = new SigningEnd(silentLog);
    watch = new SigningWatch({
      key: own,
      notes: own.notes,
      remote: own,
      rules: RULE_SETS[1],
      signingEnd: end,
      clock: systemClock,
      clockRefusal: () => null,
      hearing: () => "all",
    });
  });

  afterEach(async () => {
    own.close();
    other.close();
    await server.close();
    await rm(directory, { recursive: true });
  });

  const content = (name: string): ChunkContent => ({
    previous_blockhash: timeHash(hashOf("tip"), 1),
    s_timestamp: Math.floor(Date.now() / 1000) * 1_000_000,
    transactions: [timeHash(hashOf(name), 1)],
  });
  /** The chunk of the other node. */
  const chunkOfOther = async (): Promise<Chunk> => {
    const signed = content("other");
    const [signature = ""] = (await other.sign([{ kind: "chunk", ...signed }])) ?? [];
    return signedChunk(signed, { public_key: KEY.publicKey, signature });
  };

  it("takes the chunks of the other one, and goes on", async () => {
    const chunk = await chunkOfOther();
    expect(watch.keyWatch.isForeign(chunk)).to.equal(false);
    // The signer answers one question after the other.
    expect(
      await own.isForeign({
        kind: "chunk",
        previous_blockhash: chunk.previous_blockhash,
        hash: chunk.chunk_hash,
        afterUs: chunk.s_timestamp,
      }),
    ).to.equal(false);
    expect(end.reason).to.equal(null);
  });

  it("signs no more once another process signs with the key, without the signer", async () => {
    expect(watch.keyWatch.isForeign(createChunk(content("thief"), KEY.privateKey))).to.equal(false);
    while (end.reason === null) await setTimeout(10);
    expect(end.reason.code).to.equal("KEY_IN_USE");
    other.close();
    while (!own.isServing) await setTimeout(10);
    expect(await watch.key.sign([{ kind: "chunk", ...content("own") }])).to.equal(null);
  });

  it("is not ended by a chunk while the signer cannot be asked", async () => {
    const thief = createChunk(content("thief"), KEY.privateKey);
    await server.close();
    while (own.problem === null) await setTimeout(10);
    watch.keyWatch.isForeign(thief);
    await own.isForeign({ kind: "chunk", previous_blockhash: "", hash: thief.chunk_hash, afterUs: 1 });
    expect(end.reason).to.equal(null);
  });
});
