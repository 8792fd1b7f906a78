import { expect } from "chai";
import { recordedMainBlocks } from "../support/recorded-chain.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { useRecordedData } from "./data/recorded-data.js";

describe("completion from a data directory", () => {
  const directory = useTemporaryDirectory();
  const copyTo = useRecordedData();
  const [newest] = recordedMainBlocks()
    .flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
    .toSorted()
    .toReversed();

  for (const [title, flags] of [
    ["", []],
    [", also where the node that is named does not answer", ["--rpc", "http://127.0.0.1:1"]],
  ] as const) {
    it(`offers contracts, requests and the newest transactions for code trace${title}`, async () => {
      const { path } = copyTo(directory());
      const words = ["code", "trace", "--data-dir", path, ...flags, ""];
      const { stdout } = await runInProcess(["__complete", ...words]);
      expect(stdout.split("\n")).to.include.members(["Send", "GetBalance", "GetBlock", newest]);
    });
  }

  it("offers the parameters of a request for code call", async () => {
    const { path } = copyTo(directory());
    const words = ["code", "call", "--data-dir", path, "GetBalance", ""];
    expect((await runInProcess(["__complete", ...words])).stdout).to.equal("address=\n");
  });
});
