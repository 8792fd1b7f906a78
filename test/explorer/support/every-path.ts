import { createClient } from "../../../src/client/index.js";
import { askCode } from "../../../src/client/code-at.js";
import { spaceIdOf } from "../../../src/codec/hash.js";
import { objectToMap } from "../../../src/codec/value.js";
import { expectRejection } from "../../support/expect-rejection.js";
import type { DevProcess } from "../../support/dev-process.js";
import type { ShownChain } from "./shown-chain.js";

interface Shown {
  readonly chain: ShownChain;
  readonly node: DevProcess;
}

/** A path of every page, in every state that it can be in, of a node that mines. */
export async function everyPath({ chain, node }: Shown): Promise<readonly string[]> {
  const client = createClient({ url: node.url });
  // A transaction that the node refuses.
  const [alice] = node.accounts;
  const refused = client.signAndSend(
    objectToMap({
      type: "Send",
      to: chain.bob,
      amount: "1" + "0".repeat(30),
      timestamp: BigInt(Date.now()) * 1000n,
      from: chain.alice,
    }),
    alice?.privateKey ?? "",
  );
  await expectRejection(refused, "EXECUTION_FAILED", "refused");
  for await (const { type } of client.events({ after: "0", types: ["resource_block"] }))
    if (type === "resource_block") break;
  const listed = await client.listCode({ count: 100 });
  const codes = await Promise.all([...listed.contracts.keys()].map((id) => askCode(client, id, "contract")));
  const found = (name: string) => codes.find((code) => code?.code.method?.name === name);
  const [write, broken] = [found("Write"), found("Broken")];
  return [
    "",
    "/blocks",
    "/blocks?at=2",
    "/block/2",
    "/block/999",
    "/resource-blocks",
    "/resource-block/1",
    "/resource-block/999",
    "/transactions",
    "/transactions?page=9",
    `/tx/${chain.written}`,
    `/tx/${"0".repeat(78)}`,
    "/tx/none",
    `/address/${chain.alice}`,
    `/address/${chain.bob}?at=2`,
    "/address/none",
    "/codes",
    "/codes?at=3",
    "/codes?filter=alice&order=name",
    `/space/${spaceIdOf(chain.alice, "notes")}`,
    `/space/${spaceIdOf(chain.alice, "notes")}?at=5`,
    "/space/none",
    `/code/${write?.code.id}`,
    `/code/${write?.code.id}?at=1`,
    `/code/${broken?.code.id}`,
    `/cell/local.${write?.stateKey}`,
    `/cell/universal.${"ab".repeat(54)}?at=2`,
    "/network",
    "/search?q=Send",
    "/search?q=none%20such",
    "/nothing",
    "/development",
  ];
}
