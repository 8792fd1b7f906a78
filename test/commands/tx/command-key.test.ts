import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { memberOf } from "../../../src/codec/value.js";
import { isSigned, readTransactionRecord } from "../../../src/records/transaction.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { useDevProcess } from "../../support/dev-process.js";
import { counterCode, writeProject } from "../deploy/counter-project.js";

/** The program of docs/deploying.md. */
const [, PROGRAM = ""] =
  /save it as `sign\.mjs`:\n\n```js\n(.*?)```/s.exec(readFileSync("docs/deploying.md", "utf8")) ?? [];

describe("--key command:PROGRAM", () => {
  const place = useTemporaryDirectory();
  const fixture = useDevProcess();
  let key = "";

  beforeEach(() => {
    const { privateKey } = generateKeyPairSync("ed25519");
    writeFileSync(join(place(), "key.pem"), privateKey.export({ format: "pem", type: "pkcs8" }));
    writeFileSync(join(place(), "sign.mjs"), PROGRAM);
    key = `command:${process.execPath} sign.mjs key.pem`;
  });

  const run = (words: readonly string[], signer = key): Promise<Ended> =>
    runBinary([...words, "--key", signer, "--data-dir", fixture.directory], { directory: place() });
  const codeOf = ({ stderr }: Ended): unknown =>
    JSON.parse(
      stderr
        .trim()
        .split("\n")
        .findLast((line) => line.startsWith("{")) ?? "{}",
    ).error?.code;
  /** A program of the shell, in a file: the key has its path. */
  const script = (text: string): string => {
    const file = join(place(), "program.sh");
    writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return `command:${file}`;
  };

  it("signs away from the node, and the program sees what it signs", async () => {
    const ended = await run(["tx", "sign", "Send", `to=${fixture.node.accounts[1]?.address}`, "amount=1000"]);
    const signed = readTransactionRecord(parseJson(ended.stdout));
    expect(isSigned(signed)).to.equal(true);
    expect(ended.stderr).to.include("Signing {");
    expect(parseJson(/Signing (.*)/.exec(ended.stderr)?.[1] ?? "")).to.deep.equal(
      memberOf(parseJson(ended.stdout), "transaction"),
    );
  });

  it("sends, publishes and deploys", async () => {
    const told = await run(["tx", "sign", "Grant"]);
    const { address } = readTransactionRecord(parseJson(told.stdout));
    await runBinary(["send", address, "1000", "--key", "alice", "--yes", "--data-dir", fixture.directory]);
    const sent = await run(["tx", "send", "Send", "to=bob", "amount=1000", "--yes", "--json"]);
    expect(JSON.parse(sent.stdout), sent.stderr).to.include({ outcome: "committed" });
    writeFileSync(join(place(), "lines.ndjson"), '{"type":"Send","to":"bob","amount":"1"}\n'.repeat(2));
    const file = await run(["tx", "send", "--file", "lines.ndjson", "--yes"]);
    expect(file.code, file.stderr).to.equal(0);
    writeFileSync(join(place(), "Two.json"), JSON.stringify({ ...counterCode("Two"), s: "mine" }));
    const published = await run(["code", "publish", "Two.json", "--yes"]);
    expect(published.code, published.stderr).to.equal(0);

    const project = writeProject(place(), {
      url: fixture.node.url,
      space: "elsewhere",
      codes: [counterCode("One")],
    });
    writeFileSync(project, readFileSync(project, "utf8").replace('"alice"', `"${key}"`));
    const deploy = await runBinary(["deploy", "apply", "test", "--yes", "--data-dir", fixture.directory], {
      directory: place(),
    });
    expect(deploy.code, deploy.stderr).to.equal(0);
  });

  it("asks once for the key, and gives the program no variable of chainnode", async () => {
    const log = join(place(), "log");
    const program = script(
      `echo "$1 $CHAINNODE_PASSWORD_FILE" >> ${log}\nexec ${process.execPath} ${place()}/sign.mjs ${place()}/key.pem "$1"`,
    );
    mkdirSync(join(place(), "home"));
    await runBinary(["tx", "sign", "Grant", "--key", program], {
      environment: { CHAINNODE_HOME: join(place(), "home"), CHAINNODE_PASSWORD_FILE: "secret" },
    });
    expect(readFileSync(log, "utf8")).to.equal("public-key \nsign \n");
  });

  const PUBLIC_KEY = "a962b1c7fe1345f4c160778fadf5fe7e3606bf74f26d2e0e98547c9dc752ce43";
  const told = `[ "$1" = public-key ] && echo ${PUBLIC_KEY} && exit`;
  for (const [title, text] of Object.entries({
    "that cannot be started": null,
    "that fails": "exit 3",
    "that ends without reading": `${told}\nexec true`,
    "that prints no key": "echo none",
    "that prints too much": "yes",
    "that signs with another key": `${told}\necho ${"0".repeat(128)}`,
  }))
    it(`refuses a program ${title}, and sends nothing`, async () => {
      const program = text === null ? "command:/nowhere/sign" : script(text);
      const ended = await run(["tx", "send", "Grant", "--yes", "--json"], program);
      expect(ended.stdout).to.equal("");
      expect(codeOf(ended), ended.stderr).to.equal("KEY_COMMAND");
      expect(ended.code).to.equal(5);
    });

  it("starts no program for an address, which may be data, and where the private key is needed", async () => {
    const started = join(place(), "started");
    const program = script(`touch ${started}`);
    const to = await run(["tx", "send", "Send", `to=${program}`, "amount=1", "--yes", "--json"], "alice");
    expect(codeOf(to)).to.equal("KEY_UNKNOWN");
    expect(codeOf(await run(["signer", "--json"], program))).to.equal("KEY_ELSEWHERE");
    expect(() => readFileSync(started)).to.throw();
  });
});
