import { expect } from "chai";
import { createServer, type Server } from "node:http";
import { createClient, type Client } from "../../src/client/index.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { objectToMap, memberOf } from "../../src/codec/value.js";
import { listen } from "../../src/rpc/listen.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { textIn } from "../support/vectors.js";

const REBOUND = "rebound.example";

/** Pages of other sites, and a chain full of hostile text, in a real browser. */
describe("the explorer under attack", () => {
  // A name of the attacker that leads to this machine: what DNS rebinding ends in.
  const browser = useBrowser([`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
  const dev = useDevProcess();
  let client: Client;
  let foreign: Server;
  let foreignUrl: string;
  let token: string;

  before(async () => {
    client = createClient({ url: dev.node.url });
    token = /#token=(.*)$/.exec(textIn(memberOf(dev.node.banner, "explorer")))?.[1] ?? "";
    foreign = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>foreign</title>");
    });
    foreignUrl = `http://127.0.0.1:${await listen(foreign, "127.0.0.1", 0)}`;
  });
  after(() => foreign.close());

  it("does nothing for a page of another site, although it knows the token", async () => {
    expect(token).to.have.length.greaterThan(20);
    const before = await client.transactionCount();
    const { page } = await browser.open(foreignUrl);
    const call = { type: "Send", to: "9515087d3e042a58311814f63d8cb284aec94d092f6b", amount: "1" };
    const outcomes = await page.evaluate(
      `(async () => {
        const url = ${JSON.stringify(`${dev.node.url}/explorer/actions/send`)};
        const body = JSON.stringify({ from: "bob", call: ${JSON.stringify(call)} });
        const headers = { "x-explorer-token": ${JSON.stringify(token)} };
        const told = async (options, action = "send") => {
          try {
            const answer = await fetch(url.replace(/send$/, action), { method: "POST", body, ...options });
            return answer.type + answer.status;
          } catch (error) {
            return error.name;
          }
        };
        const frame = document.body.appendChild(document.createElement("iframe"));
        const framed = new Promise((resolve) => { frame.onload = () => { try { resolve(frame.contentDocument === null ? "closed" : "open"); } catch { resolve("closed"); } }; });
        frame.src = ${JSON.stringify(`${dev.node.url}/explorer`)};
        const form = document.body.appendChild(document.createElement("form"));
        form.method = "POST"; form.action = url; form.target = "nowhere"; form.enctype = "text/plain";
        form.submit();
        return [
          await told({ headers }),
          await told({ mode: "no-cors" }),
          await told({ credentials: "include" }),
          await told({ headers, body: '{"seconds":86400}' }, "warp"),
          await told({ headers, body: '{"snapshot":1}' }, "revert"),
          await fetch(${JSON.stringify(`${dev.node.url}/explorer/api/info`)}).then((answer) => "read" + answer.status, () => "TypeError"),
          await framed,
        ];
      })()`,
    );
    expect(outcomes).to.deep.equal([...Array.from({ length: 6 }, () => "TypeError"), "closed"]);
    expect(await client.transactionCount()).to.equal(before);
  });

  it("is not served under the name of another site that resolves to this machine", async () => {
    const { port } = new URL(dev.node.url);
    const { page } = await browser.open(`http://${REBOUND}:${port}/explorer#token=${token}`);
    expect(await page.textContent("body")).to.include("EXPLORER_HOST");
    expect(await page.evaluate("document.querySelector('#page')")).to.equal(null);
    for (const action of ["send", "faucet", "mine", "mining", "warp", "snapshot", "revert"]) {
      const status = await page.evaluate(
        `fetch("/explorer/actions/${action}", { method: "POST", headers: { "x-explorer-token": ${JSON.stringify(token)} }, body: "{}" }).then(({ status }) => status)`,
      );
      expect(status, action).to.equal(403);
    }
  });

  it("shows hostile text as text, and runs no script that is not its own", async () => {
    const name = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202egnp';
    const sent = createClient({ url: dev.node.url });
    const [alice] = dev.node.accounts;
    const code = canonicalJson(
      objectToMap({
        type: "contract",
        name,
        version: "1",
        space: name,
        writer: alice?.address ?? "",
        parameters: new Map(),
        executions: [],
        m: "0.2.0",
      }),
    );
    // Oracle keeps any text, and only a network manager may send it.
    const hash = await sent.signAndSend(
      objectToMap({
        type: "Oracle",
        code,
        from: alice?.address ?? "",
        timestamp: BigInt(Date.now()) * 1000n,
      }),
      alice?.privateKey ?? "",
    );
    let height: number | undefined;
    for await (const { type, data } of sent.events({ after: "0", types: ["transaction"], hash }))
      if (type === "transaction" && data.state === "committed") {
        height = data.height;
        break;
      }
    const { page, faults } = await browser.open(`${dev.node.url}/explorer/block/${height}`);
    await page.getByRole("heading", { name: `Main block ${height}` }).waitFor();
    await page.goto(`${dev.node.url}/explorer/search?q=${encodeURIComponent(name)}`);
    await page.getByText("U+202E").first().waitFor();
    expect(await page.locator("main").innerText()).to.include("<script>window.hacked=1</script>");
    expect(faults).to.deep.equal([]);
    // What an injected script would have to do.
    const refused = await page.evaluate(
      `new Promise((resolve) => {
        const refused = new Set();
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          refused.add(effectiveDirective);
          if (refused.size === 3) resolve([...refused].sort());
        });
        const script = document.createElement("script");
        script.append("window.hacked = 1");
        try { document.body.append(script); } catch {}
        try { document.body.innerHTML = "<img src=x onerror='window.hacked = 1'>"; } catch {}
        const image = document.createElement("img");
        image.src = "http://127.0.0.1:1/x";
        const attribute = document.createElement("b");
        try { attribute.setAttribute("onclick", "window.hacked = 1"); attribute.click(); } catch {}
        document.body.append(image);
        fetch("http://127.0.0.1:1/").catch(() => undefined);
      })`,
    );
    expect(refused).to.deep.equal(["connect-src", "img-src", "require-trusted-types-for"]);
    expect(await page.evaluate("window.hacked")).to.equal(undefined);
    expect(await page.evaluate(`fetch("http://127.0.0.1:1/").catch((error) => error.name)`)).to.equal(
      "TypeError",
    );
  });

  it("removes the token from the address bar, and shows it nowhere", async () => {
    const { page } = await browser.open(`${dev.node.url}/explorer#token=${token}`);
    await page.getByRole("table").first().waitFor();
    expect(page.url()).to.equal(`${dev.node.url}/explorer`);
    expect(await page.content()).not.to.include(token);
    await page.getByRole("link", { name: "Development" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Sent:").waitFor();
  });
});
