import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { spaceIdOf } from "../../src/codec/hash.js";
import { runBinary, startBinary, type RunningBinary } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { useRememberedScrypt } from "../support/remembered-scrypt.js";
import { stockModule } from "../support/stock-codes.js";
import { makeTempDirectory } from "../support/temp-store.js";

interface Banner {
  readonly rpc: readonly string[];
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
}

describe("a whole session with the binary and a real node", () => {
  useRememberedScrypt();
  let directory: string;
  let node: RunningBinary;
  let banner: Banner;

  before(async () => {
    directory = await makeTempDirectory();
    const words = ["start", "--dev", "--port", "0", "--data-dir", join(directory, "node"), "--json"];
    node = startBinary(words);
    banner = JSON.parse(await node.firstLine) as Banner;
  });
  after(async () => {
    await node.stop();
    await rm(directory, { recursive: true });
  });

  /** Runs a command that must succeed, and returns its stdout without the last newline. */
  const chainnode = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runInProcess(words, { environment: environment() });
    expect({ code, stderr }, words.join(" ")).to.deep.equal({ code: 0, stderr: "" });
    return stdout.trimEnd();
  };
  const environment = (): Record<string, string> => ({
    CHAINNODE_RPC: banner.rpc[0] ?? "",
    CHAINNODE_HOME: join(directory, "user"),
    CHAINNODE_QUIET: "1",
  });

  it("makes keys, pays, publishes, calls and reads back", async () => {
    const [account] = banner.accounts;
    const passwordFile = join(directory, "password");
    writeFileSync(passwordFile, "secret words");
    writeFileSync(join(directory, "key"), account?.private_key ?? "");
    const password = ["--password-file", passwordFile];

    await chainnode("key", "import", "shop", "--key-file", join(directory, "key"), ...password);
    await chainnode("key", "new", "bob", ...password);
    expect(await chainnode("balance")).to.equal("30000");
    const hash = await chainnode("send", "bob", "1.5", "--wait", ...password);
    expect(await chainnode("balance", "bob")).to.equal("1.5");
    expect(await chainnode("tx", "wait", hash)).to.equal(hash);
    expect(await chainnode("tx", "list", "bob")).to.match(new RegExp(`^${hash}\t`));
    expect(JSON.parse(await chainnode("tx", "get", hash, "--json"))).to.have.nested.property(
      "transaction.amount",
      "1500000000000000000",
    );

    const file = join(directory, "stock.mjs");
    writeFileSync(file, stockModule(account?.address ?? ""));
    await chainnode("code", "publish", file, ...password);
    expect(JSON.parse(await chainnode("code", "publish", file, "--json", ...password))).to.satisfy(
      (all: readonly { readonly change: string }[]) => all.every(({ change }) => change === "none"),
    );
    const cid = spaceIdOf(account?.address ?? "", "shop");
    await chainnode("tx", "send", "SetStock", "of=ab", "count=7", "--cid", cid, "--wait", ...password);
    const stock = await chainnode("request", "GetStock", "of=ab", "--cid", cid, "--json");
    expect(stock).to.equal('{"stock":"7"}');

    const open = join(directory, "open.json");
    const one = {
      t: "request",
      m: "0.2.0",
      n: "One",
      v: "1",
      s: "open",
      w: null,
      p: [],
      e: [{ $response: [1] }],
    };
    writeFileSync(open, JSON.stringify(one));
    expect(await chainnode("code", "check", open)).to.match(/open\.json: One: \d+ bytes/);
    await chainnode("code", "publish", open, "--key", "shop", ...password);
    expect(await chainnode("request", "One", "--cid", "shop/open", "--json")).to.equal("1");

    const height = await chainnode("block", "count");
    expect(await chainnode("block", "watch", "--from", height, "--count", "1")).to.match(
      new RegExp(`^${height}\t`),
    );
    expect(JSON.parse(await chainnode("block", "get", height, "--json"))).to.have.property(
      "height",
      Number(height),
    );
    for (const words of [
      ["info"],
      ["round"],
      ["round", "--chain", "all"],
      ["broadcast"],
      ["code", "list"],
      ["peer", "list"],
    ]) {
      await chainnode(...words, "--json");
    }
  });

  it("shows the chain's refusals with suggestions", async () => {
    const ask = (...words: string[]) => runBinary(words, { environment: environment() });
    const unknown = await ask("request", "GetBalanec");
    expect(unknown).to.include({ code: 4, stdout: "" });
    expect(unknown.stderr)
      .to.include("There is no request code: GetBalanec")
      .and.to.include("Did you mean GetBalance?");
    expect((await ask("tx", "get", "0".repeat(78))).code).to.equal(4);
    expect((await ask("block", "get", "999999")).code).to.equal(4);
  });
});
