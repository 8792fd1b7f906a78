import { expect } from "chai";
import { gzipSync } from "node:zlib";
import { readExplorerPage } from "../../src/rpc/explorer-page.js";

describe("the files of the explorer", () => {
  it("that a browser loads are under 150 kB compressed, and name no other server", async () => {
    const { index, files } = await readExplorerPage();
    const loaded = [
      index,
      ...[...files].flatMap(([path, file]) => (path.startsWith("assets/") ? [file] : [])),
    ];
    const size = loaded.reduce((size, { bytes, zipped }) => size + (zipped ?? gzipSync(bytes)).length, 0);
    expect(size).to.be.within(20_000, 150_000);
    expect(index.bytes.toString("utf8")).not.to.match(/(?:src|href)="(?:https?:)?\/\//);
  });
});
