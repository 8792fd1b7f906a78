import { expect } from "chai";
import { join } from "node:path";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { chmod, lstat, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { memberOf } from "../../src/codec/value.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { runBinary } from "../cli/binary.js";
import { createClient } from "../../src/client/index.js";
import { startChild } from "../support/child.js";
import { startDevProcess, useDevProcess } from "../support/dev-process.js";
import { expectRejection } from "../support/expect-rejection.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { textIn } from "../support/vectors.js";

describe("chainnode explorer", () => {
  const dev = useDevProcess(["--explorer", "off"]);

  it("serves a page that only reads, for a node without an explorer, until it is stopped", async () => {
    const words = ["explorer", "--rpc", dev.node.url, "--port", "0", "--json"];
    // Fails with what the command says when it ends instead, as without a built page.
    const child = startChild("../bin/chainnode.js", words);
    const ended = once(child.process, "exit");
    try {
      const { url, node } = JSON.parse(await child.nextLine()) as {
        readonly url: string;
        readonly node: string;
      };
      expect(node).to.equal(dev.node.url);
      const page = await fetch(`${url}/block/1`);
      expect(page.headers.get("content-type")).to.equal("text/html; charset=utf-8");
      expect(await page.text()).to.include('<div id="page">');
      const passed = createClient({ url: `${url}/api` });
      expect(await passed.getBlock(1)).to.deep.equal(await createClient({ url: dev.node.url }).getBlock(1));
      for await (const { type } of passed.events({ after: "0", types: ["main_block"] })) {
        expect(type).to.equal("main_block");
        break;
      }
      // The node does not serve the explorer, and nothing is sent through it.
      await expectRejection(passed.trace("0".repeat(78)), "PATH_UNKNOWN", "not-found");
      for (const path of ["/sendtransaction", "/sendrawtransaction", "/nothing", "/../stop"])
        expect((await fetch(`${url}/api${path}`, { method: "POST", body: "{}" })).status, path).to.be.oneOf([
          404, 405,
        ]);
      const foreign = await fetch(`${url}/api/ping`, { headers: { origin: "http://evil.example" } });
      expect(foreign.status).to.equal(403);
    } finally {
      child.process.kill("SIGTERM");
    }
    await ended;
  });

  it("--print-url: names the page of the running node, whose token lets it act and outlives a restart", async () => {
    const place = await makeTempDirectory();
    const printed = () => runBinary(["explorer", "--print-url", "--json", "--data-dir", place]);
    const first = await startDevProcess(place);
    const url = textIn(memberOf(first.banner, "explorer"));
    expect(url).to.match(/\/explorer#token=[\w-]{20,}$/);
    expect(JSON.parse((await printed()).stdout)).to.deep.equal({ url });
    await first.stop();
    expect((await printed()).code).to.equal(3);
    const file = dataDirectory(place).explorerToken;
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await readFile(file, "utf8")).to.equal(`${url.slice(url.indexOf("=") + 1)}\n`);
    // Half a token is not a token, and one that others could read is not secret.
    const token = async (): Promise<string> => {
      const node = await startDevProcess(place);
      await node.stop();
      return textIn(memberOf(node.banner, "explorer")).split("=")[1] ?? "";
    };
    const seen = new Set([await token()]);
    expect([...seen]).to.deep.equal([url.split("=")[1]]);
    const victim = join(place, "victim");
    const guessed = `${"a".repeat(43)}\n`;
    const link = async (): Promise<void> => {
      await writeFile(victim, guessed, { mode: 0o600 });
      await rm(file);
      await symlink(victim, file);
    };
    for (const spoil of [() => writeFile(file, "half"), () => chmod(file, 0o644), link]) {
      await spoil();
      seen.add(await token());
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
    }
    expect(seen).to.have.property("size", 4);
    expect(await readFile(victim, "utf8")).to.equal(guessed);
    expect((await lstat(file)).isFile()).to.equal(true);
    await rm(place, { recursive: true });
  });

  it("--open: leads the browser to the page, and shows no other user the token", async () => {
    const programs = await makeTempDirectory();
    const browser = join(programs, "xdg-open");
    await writeFile(
      browser,
      `#!/bin/sh\necho "$*" > "$0.args"\n/bin/cat "$1" > "$0.page"\n/bin/mv "$0.page" "$0.opened"\n`,
    );
    await chmod(browser, 0o755);
    const place = await makeTempDirectory();
    const node = await startDevProcess(place);
    try {
      const url = textIn(memberOf(node.banner, "explorer"));
      const words = ["explorer", "--open", "--json", "--data-dir", place];
      const { stdout } = await runBinary(words, { environment: { PATH: programs } });
      expect(JSON.parse(stdout)).to.deep.equal({ url });
      while (!existsSync(`${browser}.opened`)) await setTimeout(20);
      expect(await readFile(`${browser}.opened`, "utf8")).to.include(`url=${url}"`);
      const page = dataDirectory(place).explorerPage;
      expect(await readFile(`${browser}.args`, "utf8")).to.equal(`${page}\n`);
      expect((await stat(page)).mode & 0o777).to.equal(0o600);
      const none = await runBinary(words, { environment: { PATH: place } });
      expect(none.code).to.equal(0);
      expect(none.stderr).to.match(/^No browser can be opened /);
    } finally {
      await node.stop();
      for (const directory of [programs, place]) await rm(directory, { recursive: true });
    }
  });

  it("--print-url: says that a node serves none", async () => {
    const { code, stderr } = await runBinary([
      "explorer",
      "--print-url",
      "--json",
      "--data-dir",
      dev.directory,
    ]);
    expect([code, JSON.parse(stderr)]).to.have.nested.property("[1].error.code", "EXPLORER_OFF");
    expect(code).to.equal(4);
  });
});
