import { expect } from "chai";
import { createClient, signTransaction, type Client, type Value } from "../../src/client/index.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { ask } from "../rpc/support/http.js";
import { startMinedNode, type MinedNode } from "../rpc/support/mined-node.js";
import { answerOf, component } from "../rpc/support/openapi-validator.js";
import { expectRejection } from "../support/expect-rejection.js";

const [ALICE, BOB] = devAccounts() as [KeyPair, KeyPair];
const REQUESTS = [
  '{"type":"GetBlock"}',
  '{"type":"GetBlock","full":true}',
  '{"type":"GetBlocks","target":1}',
  '{"type":"GetBlocks","target":1,"full":true}',
  '{"type":"ListBlock"}',
  '{"type":"GetResourceBlock"}',
  '{"type":"GetResourceBlock","full":true}',
  '{"type":"GetResourceBlocks","target":1,"full":true}',
  '{"type":"ListResourceBlock","page":1,"count":5}',
  '{"type":"ListTransaction","page":1,"count":5}',
];

for (const rules of [1, 2] as const)
  describe(`The client, against a node of rules ${rules} (PROTOCOL 13.6, 13.9, 16.2, 16.5)`, () => {
    let node: MinedNode;
    let client: Client;
    before(async () => {
      node = await startMinedNode(rules);
      client = createClient({ url: node.url, retries: 0 });
    });
    after(() => node.stop());

    const transfer = (members: Iterable<readonly [string, Value]>, offsetUs: number): Map<string, Value> =>
      new Map<string, Value>([
        ["type", "Send"],
        ["timestamp", BigInt(node.nowUs - offsetUs)],
        ["from", ALICE.address],
        ...members,
        ["to", BOB.address],
        ["amount", "5"],
      ]);

    it("reads which rules the network has; a network of rules 1 does not say it", async () => {
      const said = rules === 1 ? undefined : rules;
      expect((await client.peer()).rules).to.equal(said);
      expect((await client.info()).rules).to.equal(said);
    });

    it("reads blocks of both chains", async () => {
      const block = await client.getBlock();
      expect(block?.resource_blockhash === undefined).to.equal(rules === 1);
      expect((await client.listBlock({ count: 3 })).at(-1)?.blockhash).to.equal(block?.blockhash);
      const resource = await client.getResourceBlock(2);
      expect(resource?.receipts.size === 0).to.equal(rules === 2);
      expect((await client.getBlock(resource?.main_height ?? 0))?.blockhash).to.equal(
        resource?.main_blockhash,
      );
    });

    it("sends transactions that say what the network demands, and no others", async () => {
      const members = await client.networkMembers();
      expect([...members.keys()]).to.deep.equal(rules === 1 ? [] : ["cid", "network"]);
      const sent = signTransaction(transfer(members, 2), ALICE.privateKey);
      expect(await client.sendTransaction(sent)).to.equal(sent.hash);
      if (rules === 1) return;
      const bare = signTransaction(transfer([], 1), ALICE.privateKey);
      await expectRejection(client.sendTransaction(bare), "TRANSACTION_MALFORMED", "refused");
      const elsewhere = transfer([...members, ["network", BOB.address]], 1);
      await expectRejection(
        client.sendTransaction(signTransaction(elsewhere, ALICE.privateKey)),
        "TRANSACTION_NETWORK",
        "refused",
      );
    });

    it("is answered as the OpenAPI document says", async () => {
      for (const path of ["/info", "/peer", "/round", "/round?chain_type=resource", "/broadcast"]) {
        const validate = answerOf(path.replace(/\?.*/, ""));
        const answer: unknown = JSON.parse((await ask(node.url, path)).text);
        expect(validate(answer), `${path} ${JSON.stringify(validate.errors)}`).to.equal(true);
      }
      for (const request of REQUESTS) {
        const answer = await ask(node.url, `/request?request=${encodeURIComponent(request)}`);
        const validate = component(`${/"type":"(\w+)"/.exec(request)?.[1]}Answer`);
        expect(validate(JSON.parse(answer.text)), `${request} ${JSON.stringify(validate.errors)}`).to.equal(
          true,
        );
      }
    });
  });
