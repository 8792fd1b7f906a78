import { expect } from "chai";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import * as judge from "../../../commands/doctor/findings.js";
import type { MachineFinding } from "../../../commands/doctor/findings.js";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { listenLocally } from "../../support/listen-locally.js";

const MIB = 1024 ** 2;

describe("chainnode doctor", () => {
  const directory = useTemporaryDirectory();

  async function doctor(...flags: readonly string[]) {
    const { code, stdout } = await runBinary(["doctor", "--json", "--data-dir", directory(), ...flags]);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly MachineFinding[] };
    return { code, findings, of: (check: string) => findings.find((finding) => finding.check === check) };
  }

  it("measures the machine, and finds the taken port, the open key and the name without an address", async () => {
    const taken = createServer();
    const port = await listenLocally(taken);
    mkdirSync(join(directory(), "keystore"));
    writeFileSync(join(directory(), "identity.json"), "{}", { mode: 0o644 });
    chmodSync(directory(), 0o700);
    chmodSync(join(directory(), "keystore"), 0o700);
    const { code, findings, of } = await doctor(
      "--port",
      `${port}`,
      "--ops-port",
      "0",
      "--peer",
      "peer.invalid:9900",
    );
    taken.close();
    expect(code).to.equal(1);
    expect(findings.map(({ check }) => check)).to.deep.equal([
      "node",
      "sqlite",
      "disk",
      "space",
      "permissions",
      "files",
      "ports",
      "certificate",
      "dns",
      "clock",
      "time_service",
    ]);
    expect(of("ports")).to.include({ level: "fault" });
    expect(of("permissions")).to.include({
      level: "fault",
      fix: `chmod go= ${join(directory(), "identity.json")}`,
    });
    expect(of("dns")).to.include({ level: "warning", message: "no address for peer.invalid" });
    expect(of("clock")).to.include({
      level: "warning",
      message: "the named node does not answer: the clock is not compared",
    });
    expect(of("sqlite")?.message).to.match(/^SQLite 3\.[0-9.]+/);
    expect(of("disk")?.message).to.match(/^a small write reaches the disk in [0-9.]+ ms$/);
  });

  it("passes a machine without faults, before there is a data directory", async () => {
    const { of } = await doctor(
      "--data-dir",
      join(directory(), "new", "node"),
      "--port",
      "0",
      "--ops-port",
      "0",
    );
    for (const check of ["permissions", "files", "ports", "dns", "clock"])
      expect(of(check), check).to.include({ level: "ok" });
  });

  it("judges each measure", () => {
    const levels = (findings: readonly MachineFinding[]) => findings.map(({ level }) => level);
    expect(levels([judge.diskFinding(1), judge.diskFinding(50), judge.diskFinding(500)])).to.deep.equal([
      "ok",
      "warning",
      "fault",
    ]);
    const space = (mebibytes: number) => judge.spaceFinding(mebibytes * MIB, 256 * MIB);
    expect(levels([space(10_000), space(1000), space(100)])).to.deep.equal(["ok", "warning", "fault"]);
    expect(
      levels([judge.filesFinding(null), judge.filesFinding(4096), judge.filesFinding(1024)]),
    ).to.deep.equal(["ok", "ok", "fault"]);
    expect(levels([judge.nodeFinding("24.1.0"), judge.nodeFinding("20.20.0")])).to.deep.equal([
      "ok",
      "warning",
    ]);
    expect(levels([true, null, false].map(judge.timeServiceFinding))).to.deep.equal([
      "ok",
      "warning",
      "warning",
    ]);
    const clocks = (...offsets: readonly number[]) =>
      judge.clockFinding(
        offsets.map((offsetMs, index) => ({ host: `${index}`, offsetMs })),
        offsets.length,
      );
    expect(levels([clocks(), clocks(-1500), clocks(5000), clocks(0, 10, 90_000)])).to.deep.equal([
      "ok",
      "ok",
      "fault",
      "ok",
    ]);
    expect(clocks(-5000).message).to.equal("the clock is 5000 ms ahead of one other node");
    expect(judge.clockFinding([], 3)).to.include({
      level: "warning",
      message: "none of the 3 named nodes answers: the clock is not compared",
    });
    for (const finding of [judge.diskFinding(500), space(100), judge.filesFinding(1), clocks(5000)])
      expect(finding.fix).to.match(/./);
  });
});
