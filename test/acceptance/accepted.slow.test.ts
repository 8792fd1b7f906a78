import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { createClient } from "../../src/client/create-client.js";
import { objectToValue } from "../../src/codec/value.js";
import { signTransaction } from "../../src/records/transaction.js";
import { useDevProcess } from "../support/dev-process.js";
import { mapIn } from "../support/vectors.js";

const SECOND_US = 1_000_000;
const POLL_MS = 20;

describe("A node that is stopped right after it accepted transactions (PROTOCOL 15.2)", () => {
  const fixture = useDevProcess();

  /** Sends a transfer from each account at once, dated this far ahead. Returns the accepted hashes. */
  async function sendFromAll(aheadUs: number): Promise<readonly string[]> {
    const client = createClient({ url: fixture.node.url });
    const [first] = fixture.node.accounts;
    const transfers = fixture.node.accounts.slice(1).flatMap(({ address, privateKey }) =>
      Array.from({ length: 6 }, (_, index) => {
        const timestamp = BigInt(Date.now() * 1000 + aheadUs + index);
        const transfer = { type: "Send", from: address, to: first?.address ?? "", amount: "1", timestamp };
        return signTransaction(mapIn(objectToValue(transfer)), privateKey);
      }),
    );
    const sent = await Promise.allSettled(transfers.map((transfer) => client.sendTransaction(transfer)));
    // On a busy machine some may be too late for their round and are refused.
    const accepted = sent.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(accepted).not.to.deep.equal([]);
    return accepted;
  }

  async function untilCommitted(hashes: readonly string[]): Promise<void> {
    const client = createClient({ url: fixture.node.url });
    for (const hash of hashes) while ((await client.getTransaction(hash)) === null) await setTimeout(POLL_MS);
  }

  it("seals all of them before it ends", async () => {
    const accepted = await sendFromAll(0);
    expect(await fixture.node.stop()).to.equal(0);
    expect(fixture.node.log()).not.to.include("dropped");
    await fixture.restart();
    const client = createClient({ url: fixture.node.url });
    for (const hash of accepted) expect(await client.getTransaction(hash)).not.to.equal(null);
  });

  it("keeps transactions of later rounds in its data directory, and seals them after the next start", async () => {
    const accepted = await sendFromAll(4 * SECOND_US);
    expect(await fixture.node.stop()).to.equal(0);
    const kept = (await readFile(join(fixture.directory, "pool.ndjson"), "utf8")).trimEnd().split("\n");
    expect(kept).to.have.lengthOf(accepted.length);
    await fixture.restart();
    await untilCommitted(accepted);
    expect(fixture.node.log()).not.to.include("dropped");
    fixture.node.process.kill("SIGTERM");
    expect(await once(fixture.node.process, "exit")).to.deep.equal([0, null]);
  });
});
