import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { HostRecords } from "../../../src/peers/tracking/host-records.js";

const SECOND_US = 1_000_000;
const failure = (code: string, message = "No. "): ChainError =>
  new ChainError(code, message, { kind: "unreachable" });

describe("The records of hosts that fail", () => {
  /** How long each of several strikes in a row sets a host aside, s. */
  function lengths(records: HostRecords, host: string, isProven: boolean, times: number): readonly number[] {
    return Array.from({ length: times }, () => {
      records.note(host, failure("UNREACHABLE"), 0);
      return (records.strike(host, isProven, 0) ?? 0) / SECOND_US;
    });
  }

  it("set a proven liar aside for ten minutes, and for longer each time, up to an hour", () => {
    expect(lengths(new HostRecords(new Set()), "a:1", true, 5)).to.deep.equal([600, 1200, 2400, 3600, 3600]);
  });

  it("set a suspect aside from the second time on, for longer each time, up to ten minutes", () => {
    const aside = lengths(new HostRecords(new Set()), "a:1", false, 10);
    expect(aside).to.deep.equal([0, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
  });

  it("set the operator's host aside for at most a minute, and never without proof", () => {
    const records = new HostRecords(new Set(["given:1"]));
    expect(lengths(records, "given:1", false, 9)).to.deep.equal(Array(9).fill(0));
    expect(lengths(records, "given:1", true, 9)).to.deep.equal(Array(9).fill(60));
  });

  it("forget strikes an hour after the last one", () => {
    const records = new HostRecords(new Set());
    records.note("a:1", failure("UNREACHABLE"), 0);
    for (const nowUs of [0, 0]) records.strike("a:1", false, nowUs);
    expect(records.strike("a:1", false, 3_600 * SECOND_US)).to.equal(3_610 * SECOND_US);
    expect(records.strike("a:1", false, 7_201 * SECOND_US)).to.equal(null);
  });

  it("show until when and why, and the failures of the last ten minutes", () => {
    const records = new HostRecords(new Set());
    records.note("a:1", failure("TIMEOUT"), 0);
    records.note("a:1", failure("SEAL_INVALID", "The seal is not valid. "), 599 * SECOND_US);
    records.strike("a:1", true, 599 * SECOND_US);
    const last = {
      atUs: 599 * SECOND_US,
      kind: "transport",
      code: "SEAL_INVALID",
      reason: "The seal is not valid.",
    };
    const setAside = { untilUs: 1199 * SECOND_US, failure: last };
    expect(records.all(599 * SECOND_US).get("a:1")).to.deep.equal({ lately: 2, last, setAside });
    expect(records.all(600 * SECOND_US).get("a:1")?.lately).to.equal(1);
    expect(records.setAsideUntil("a:1", 1198 * SECOND_US)).to.equal(1199 * SECOND_US);
    expect(records.setAsideUntil("a:1", 1199 * SECOND_US)).to.equal(null);
    expect(records.all(1199 * SECOND_US).size).to.equal(0);
  });

  it("end when the operator wants the host", () => {
    const records = new HostRecords(new Set());
    records.note("a:1", failure("SEAL_INVALID"), 0);
    records.strike("a:1", true, 0);
    records.pardon("a:1");
    expect(records.setAsideUntil("a:1", 1)).to.equal(null);
  });

  it("cut what a peer wrote to one short line", () => {
    const records = new HostRecords(new Set());
    records.note("a:1", failure("NODE_REFUSED", `\u001b[2J\nno\u0000\u202e${"x".repeat(1_000_000)}`), 0);
    const reason = records.all(0).get("a:1")?.last.reason ?? "";
    expect(reason)
      .to.match(/^\[2J no x+$/)
      .and.have.length.within(1, 200);
  });

  it("are bounded, and keep the operator's hosts and those set aside longest", () => {
    const records = new HostRecords(new Set(["given:1"]));
    for (const host of ["given:1", "liar:1"]) records.note(host, failure("SEAL_INVALID"), 0);
    records.strike("liar:1", true, 0);
    for (let index = 0; index < 5000; index += 1)
      records.note(`invented${index}:1`, failure("UNREACHABLE"), 0);
    const all = records.all(0);
    expect([all.size, all.has("given:1"), all.has("liar:1"), all.has("invented0:1")]).to.deep.equal([
      1024,
      true,
      true,
      false,
    ]);
    for (let index = 0; index < 100; index += 1) records.note("invented4999:1", failure("UNREACHABLE"), 0);
    expect(records.all(0).get("invented4999:1")?.lately).to.equal(64);
  });
});
