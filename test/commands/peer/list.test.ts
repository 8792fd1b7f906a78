import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { useRecordedData } from "../data/recorded-data.js";

describe("chainnode peer list, while no node runs", () => {
  const directory = useTemporaryDirectory();
  const copyTo = useRecordedData();

  it("lists the hosts of the node's last peers", async () => {
    const { path, peersFile } = copyTo(directory());
    const words = ["peer", "list", "--data-dir", path];
    expect(await runInProcess(words)).to.include({ code: 0, stdout: "" });
    writeFileSync(peersFile, '["one.example.org:9900", "https://two.example.org:9900"]');
    const { code, stdout, stderr } = await runInProcess(words);
    expect({ code, stdout }).to.deep.equal({
      code: 0,
      stdout: "one.example.org:9900\t\nhttps://two.example.org:9900\t\n",
    });
    expect(stderr).to.include("No node is running");
  });

  it("lists the bans that are in force", async () => {
    const { path, bansFile } = copyTo(directory());
    const bans = [
      { host: "one.example.org:9900", until: null },
      { host: "two.example.org:9900", until: 1 },
    ];
    writeFileSync(bansFile, JSON.stringify(bans));
    const { stdout } = await runInProcess(["peer", "list", "--data-dir", path]);
    expect(stdout).to.equal("one.example.org:9900\t\tbanned\n");
  });

  it("refuses a file that is damaged, exit 5", async () => {
    const { path, peersFile } = copyTo(directory());
    writeFileSync(peersFile, "[1]");
    const { code, stderr } = await runInProcess(["peer", "list", "--data-dir", path, "--json"]);
    expect(code).to.equal(5);
    expect(JSON.parse(stderr.split("\n").at(-2) ?? "")).to.have.nested.property("error.code", "PEERS_FILE");
  });
});
