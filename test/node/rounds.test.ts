import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue } from "../../src/codec/value.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { LogEntry } from "../../src/base/log.js";
import { signTransaction } from "../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode } from "../support/dev-node.js";
import { testKey } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";
import { mapIn } from "../support/vectors.js";

describe("The rounds of a node whose disk is full", () => {
  it("log once when they begin to fail and once when they recover, and then make the block", async () => {
    const entries: LogEntry[] = [];
    const store = await openSqliteStore({ file: IN_MEMORY });
    const test = await startDevNode({ store, log: (entry) => entries.push(entry) });
    const { node } = test;
    const commit = store.commitMainBlock.bind(store);
    let failures = 0;
    store.commitMainBlock = async () => {
      failures += 1;
      throw new ChainError("DATABASE_FULL", "The disk is full. ", { kind: "local" });
    };
    const { height } = node.ledger.tip;
    const faucet = objectToValue({ type: "Faucet", timestamp: BigInt(test.clock.nowUs()) });
    entries.splice(0);
    await node.submit(signTransaction(mapIn(faucet), testKey("new recipient").privateKey));
    await test.pass(3_000_000);
    expect(failures).to.be.greaterThan(3);
    expect(entries.map(({ level, message }) => [level, message])).to.deep.equal([
      ["error", "The disk is full. "],
    ]);
    expect(node.fault).to.equal("The disk is full. ");
    expect(node.ledger.tip.height).to.equal(height);

    store.commitMainBlock = commit;
    await test.pass(1_000_000);
    expect(node.ledger.tip.height).to.equal(height + 1);
    expect(node.fault).to.equal(null);
    expect(entries.map(({ message }) => message)).to.deep.equal([
      "The disk is full. ",
      "the rounds continue",
      "block",
    ]);
    await node.stop();
  });
});

describe("The rounds of a validator that cannot write its signatures", () => {
  it("have one fault until signatures are written again, although most turns sign nothing", async () => {
    const chain = await prepareValidatorChain([0, 1, 2]);
    const [identity] = chain.identities;
    if (identity === undefined) throw new RangeError("There is a node for each slot. ");
    const nodes = new PeerNodes(OFFICE_START_US + 10_000_000);
    const entries: LogEntry[] = [];
    const memory = new VolatileSigningMemory();
    const reason = "The signatures cannot be written.";
    let isBroken = true;
    const node = await nodes.open("a:1", {
      network: chain.network,
      identity,
      store: await openValidatorStore(chain),
      log: (entry) => entries.push(entry),
      signingMemory: {
        notes: memory.notes,
        async note(signings) {
          if (isBroken) throw new Error(reason);
          return memory.note(signings);
        },
      },
    });
    node.start();
    const [sender, receiver] = devAccounts();
    const timestamp = BigInt(nodes.clock.nowUs());
    const send = objectToValue({ type: "Send", to: receiver?.address ?? "", amount: "1", timestamp });
    await node.submit(signTransaction(mapIn(send), sender?.privateKey ?? ""));
    expect(await nodes.until(() => node.fault !== null, 20_000_000)).to.equal(true);
    expect(await nodes.until(() => node.fault === null, 20_000_000)).to.equal(false);
    isBroken = false;
    expect(await nodes.until(() => node.fault === null, 60_000_000)).to.equal(true);
    const rounds = entries.filter(({ module, level }) => module === "consensus" && level !== "debug");
    expect(rounds.map(({ message }) => message)).to.deep.equal([reason, "the rounds continue"]);
    await nodes.stop();
  });
});

describe("A transaction that a development node has accepted", () => {
  it("is in a block within two seconds", async () => {
    const { node, clock, run } = await startDevNode();
    const faucet = objectToValue({ type: "Faucet", timestamp: BigInt(clock.nowUs()) });
    const sent = signTransaction(mapIn(faucet), testKey("new recipient").privateKey);
    await node.submit(sent);
    const sentUs = clock.nowUs();
    await run(node.whenIncluded([sent.hash]));
    expect(clock.nowUs() - sentUs).to.be.within(1, 2_000_000);
    await node.stop();
  });
});

describe("Accepted transactions that no block includes (PROTOCOL 15.2)", () => {
  it("are logged at info with reason and height, and waiting for them ends with the reason", async () => {
    const entries: LogEntry[] = [];
    const { node, clock, pass } = await startDevNode({ log: (entry) => entries.push(entry) });
    const [alice, bob] = devAccounts();
    // Each passes alone on the tip; together they send more than the balance.
    const transfers = [0, 1].map((index) =>
      signTransaction(
        mapIn(
          objectToValue({
            type: "Send",
            to: bob?.address ?? "",
            amount: `20000${"0".repeat(18)}`,
            timestamp: BigInt(clock.nowUs() + index),
          }),
        ),
        alice?.privateKey ?? "",
      ),
    );
    // Time stands still, so no round comes between the two.
    for (const transfer of transfers) await node.submit(transfer);
    await pass(1_000_000);
    const [first, second] = transfers.map(({ hash }) => hash).toSorted();
    expect(await node.ledger.store.knownTransactions([first ?? "", second ?? ""])).to.have.keys(first ?? "");
    expect(entries.filter(({ message }) => message === "transaction dropped")).to.deep.equal([
      {
        level: "info",
        module: "consensus",
        message: "transaction dropped",
        fields: {
          hash: second,
          reason: "You can't send more than what you have. ",
          height: node.ledger.tip.height,
        },
      },
    ]);
    const wait = await node.whenIncluded([second ?? ""]).catch((error: unknown) => error);
    expect(wait).to.include({ code: "TRANSACTION_DROPPED" });
    expect(wait).to.have.nested.property("details.reason", "You can't send more than what you have. ");
    await node.stop();
  });
});
