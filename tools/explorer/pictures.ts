/** Takes the pictures of the explorer in the README and in docs/explorer.md: `npm run picture:explorer`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { objectToMap } from "../../src/codec/value.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { textIn } from "../../src/codec/text.js";
import { signTransaction } from "../../src/records/transaction.js";
import { makeShownChain, type ShownChain } from "../../test/explorer/support/shown-chain.js";
import { launchBrowser } from "../../test/support/browser.js";
import { startDevProcess, type DevProcess } from "../../test/support/dev-process.js";

const IMAGES = new URL("../../../docs/images/", import.meta.url);
const SIZE = { width: 1100, height: 720 };

const directory = await mkdtemp(join(tmpdir(), "chainnode-picture-"));
const node = await startDevProcess(directory, ["--mine"]);
try {
  await takeAll(await makeShownChain(node));
} finally {
  await node.kill();
  await rm(directory, { recursive: true });
}

async function takeAll(chain: ShownChain): Promise<void> {
  const refused = await refusedStep(chain, node);
  const { height } = (await chain.client.getBlockSummary()) ?? { height: 0 };
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: SIZE });
    // However busy the machine is.
    page.setDefaultTimeout(0);
    await page.goto(textIn(node.banner, "explorer"));
    for (const [name, path] of [
      ["overview", ""],
      ["block", `/block/${height}`],
      ["transaction", `/tx/${chain.sent}`],
      ["refused", `/tx/${refused}`],
      ["development", "/development"],
    ] as const) {
      await page.goto(`${node.url}/explorer${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (name === "refused") await page.getByText("It would fail").waitFor();
      await page.getByText("Asking the node…").first().waitFor({ state: "detached" });
      await page.getByText("Live").waitFor();
      await page.screenshot({ path: fileURLToPath(new URL(`explorer-${name}.png`, IMAGES)) });
    }
  } finally {
    await browser.close();
  }
}

/** Sends what the README's contract refuses, and returns the hash. */
async function refusedStep({ client, alice }: ShownChain, { accounts }: DevProcess): Promise<string> {
  const call = { type: "Count", cid: spaceIdOf(alice, "counter"), step: "0", from: alice };
  const transaction = objectToMap({ ...call, timestamp: BigInt(Date.now()) * 1000n });
  const key = accounts[0]?.privateKey ?? "";
  const isRefused = await client.signAndSend(transaction, key).then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error("The chain took a step of zero.");
  return signTransaction(transaction, key).hash;
}
