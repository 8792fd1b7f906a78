/** Takes the pictures of the explorer in the README and in docs/explorer.md: `npm run picture:explorer`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createClient } from "../../src/client/index.js";
import { objectToMap } from "../../src/codec/value.js";

const ROOT = new URL("../../../", import.meta.url);
const BINARY = fileURLToPath(new URL("dist/bin/chainnode.js", ROOT));
const IMAGES = new URL("docs/images/", ROOT);

interface Banner {
  readonly rpc: readonly string[];
  readonly explorer: string;
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
}

const directory = await mkdtemp(join(tmpdir(), "chainnode-picture-"));
const words = ["start", "--dev", "--mine", "--json", "--port", "0", "--data-dir", join(directory, "node")];
const node = spawn(process.execPath, [BINARY, ...words], { stdio: ["ignore", "pipe", "ignore"] });
try {
  const [line] = (await once(createInterface({ input: node.stdout }), "line")) as [string];
  await takeAll(JSON.parse(line) as Banner);
} finally {
  node.kill();
  await once(node, "exit");
  await rm(directory, { recursive: true });
}

async function takeAll({ rpc: [url = ""], explorer, accounts: [alice, bob] }: Banner): Promise<void> {
  const client = createClient({ url });
  const hash = await client.signAndSend(
    objectToMap({
      type: "Send",
      from: alice?.address ?? "",
      to: bob?.address ?? "",
      amount: "1500000000000000000",
      timestamp: BigInt(Date.now()) * 1000n,
    }),
    alice?.private_key ?? "",
  );
  let height = 0;
  for await (const { type, data } of client.events({ after: "0", types: ["transaction"], hash }))
    if (type === "transaction" && data.state === "committed") {
      ({ height } = data);
      break;
    }
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 720 } });
    await page.goto(explorer);
    for (const [name, path] of [
      ["overview", ""],
      ["block", `/block/${height}`],
      ["transaction", `/tx/${hash}`],
      ["development", "/development"],
    ] as const) {
      await page.goto(`${url}/explorer${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Asking the node…").first().waitFor({ state: "detached" });
      await page.getByText("Live").waitFor();
      await page.screenshot({ path: fileURLToPath(new URL(`explorer-${name}.png`, IMAGES)) });
    }
  } finally {
    await browser.close();
  }
}
