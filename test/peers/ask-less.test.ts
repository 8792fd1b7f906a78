import { expect } from "chai";
import { createClientOver } from "../../src/client/create-client.js";
import { ChainError } from "../../src/codec/chain-error.js";
import type { ValueMap } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import { timeHashId } from "../../src/consensus/round-news.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { testIdentity } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";

interface Question {
  readonly name: string;
  readonly parameters: ValueMap;
  readonly atUs: number;
}

const GENESIS = testIdentity("genesis");
const SECOND = 1_000_000;

describe("Nodes that ask their neighbours less (PROTOCOL 15.15)", () => {
  let nodes: PeerNodes;
  let validator: Node;
  let other: Node;
  /** What the other node asks the validator. */
  let questions: Question[];

  function sign(type: string, members: Readonly<Record<string, string>>, aheadUs = 0): SignedTransaction {
    const timestamp = BigInt(Math.max(nodes.clock.nowUs(), validator.ledger.tip.s_timestamp + 1) + aheadUs);
    const transaction = new Map<string, string | bigint>([
      ["type", type],
      ["timestamp", timestamp],
    ]);
    for (const [name, member] of Object.entries(members)) transaction.set(name, member);
    return signTransaction(transaction, GENESIS.node.privateKey);
  }
  const recorded =
    (connect: Connect): Connect =>
    (host, reading) => {
      const client = connect(host, reading);
      return createClientOver(({ name }, parameters) => {
        questions.push({ name, parameters, atUs: nodes.clock.nowUs() });
        return client.send(name, parameters);
      }, host);
    };
  const pass = async (us: number): Promise<readonly Question[]> => {
    questions = [];
    await nodes.until(() => false, us);
    return questions;
  };

  beforeEach(async () => {
    questions = [];
    const network = devNetwork(GENESIS);
    nodes = new PeerNodes(1_800_000_000 * SECOND);
    validator = await nodes.open("a:1", { network, identity: GENESIS, hosts: ["b:1"] });
    other = await nodes.open("b:1", { network, hosts: ["a:1"], through: recorded });
    validator.start();
    other.start();
    await validator.submit(sign("Genesis", { network_address: validator.ledger.network.networkAddress }));
    expect(await nodes.until(() => other.ledger.tip.height === 1)).to.equal(true);
    await nodes.until(() => false, 5 * SECOND);
  });
  afterEach(() => nodes.stop());

  it("make fewer than two calls a second to a neighbour while nothing happens", async () => {
    const asked = await pass(20 * SECOND);
    expect(asked.length).to.be.within(10, 40);
    expect(
      asked.filter(({ name }) => name === "Broadcast").every(({ parameters }) => parameters.has("wait")),
    ).to.equal(true);
  });

  it("are told of a block at once", async () => {
    await validator.submit(sign("Oracle", { code: "{}" }));
    expect(await nodes.until(() => validator.ledger.tip.height === 2)).to.equal(true);
    expect(await nodes.until(() => other.ledger.tip.height === 2, 150_000)).to.equal(true);
  });

  it("fetch a transaction once, by its id", async () => {
    const transaction = sign("Oracle", { code: "{}" });
    questions = [];
    await validator.submit(transaction);
    expect(await nodes.until(() => other.ledger.tip.height === 2)).to.equal(true);
    const wanted = questions.flatMap(({ parameters }) => parameters.get("wanted") ?? []);
    expect(wanted.filter((id) => id === timeHashId(transaction.hash))).to.have.length(1);
  });

  it("ask a peer that tells no news as before, with `since` alone in addition", async () => {
    nodes.engines.set(
      "a:1",
      forwardTo(() => validator, {
        broadcast: ({ chain_type = "main", round_key = "" }) =>
          validator.broadcast({ chain_type, ...(round_key === "" ? {} : { round_key }) }),
      }),
    );
    await pass(3 * SECOND);
    const asked = (await pass(4 * SECOND)).filter(({ name }) => name === "Broadcast");
    const of = (type: string | undefined): readonly Question[] =>
      asked.filter(({ parameters }) => parameters.get("chain_type") === type);
    expect(of(undefined).length).to.be.at.least(60);
    expect(
      of(undefined).every(({ parameters }) => parameters.get("since") === "" && !parameters.has("wait")),
    ).to.equal(true);
    expect(of("resource").length).to.be.within(2, 6);
    await validator.submit(sign("Oracle", { code: "{}" }));
    expect(await nodes.until(() => other.ledger.tip.height === 2)).to.equal(true);
  });

  it("ask again for what a peer has told when their question for it failed", async () => {
    let failures = 0;
    nodes.engines.set(
      "a:1",
      forwardTo(() => validator, {
        async broadcast(query) {
          // As many as one question has tries.
          if ((query.news?.wanted.length ?? 0) === 0 || failures === 3) return validator.broadcast(query);
          failures += 1;
          throw new ChainError("UNREACHABLE", "The connection was closed. ", { kind: "unreachable" });
        },
      }),
    );
    const dated = sign("Oracle", { code: "{}" }, 4 * SECOND);
    await validator.submit(dated);
    expect(await nodes.until(() => other.pool.get(dated.hash) !== undefined, 3 * SECOND)).to.equal(true);
    expect(failures).to.equal(3);
  });

  it("ask another peer when the one that told a transaction first withholds it", async () => {
    let withheld = 0;
    nodes.engines.set(
      "b:1",
      forwardTo(() => other, {
        async broadcast(query) {
          if ((query.news?.wanted.length ?? 0) > 0) {
            withheld += 1;
            await passed(nodes.clock, 9 * SECOND);
          }
          return other.broadcast(query);
        },
      }),
    );
    const third = await nodes.open("c:1", { network: devNetwork(GENESIS), hosts: ["b:1", "a:1"] });
    third.start();
    expect(await nodes.until(() => third.ledger.tip.height === 1)).to.equal(true);
    await nodes.until(() => false, 5 * SECOND);
    const dated = sign("Oracle", { code: "{}" }, 4 * SECOND);
    await other.submit(dated);
    expect(await nodes.until(() => third.pool.get(dated.hash) !== undefined, 2 * SECOND)).to.equal(true);
    expect(withheld).to.be.greaterThan(0);
  });

  it("stop without waiting for news", async () => {
    const beforeUs = nodes.clock.nowUs();
    await nodes.close("b:1");
    expect(nodes.clock.nowUs()).to.equal(beforeUs);
  });
});
