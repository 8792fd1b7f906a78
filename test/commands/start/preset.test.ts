import { expect } from "chai";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";

describe("chainnode start --preset", () => {
  const directory = useTemporaryDirectory();

  it("is refused for a development chain, exit 2, before anything is made", async () => {
    const path = join(directory(), "dev");
    const words = ["start", "--dev", "--preset", "public", "--data-dir", path, "--json"];
    const { code, stderr } = await runInProcess(words);
    expect(code).to.equal(2);
    expect(JSON.parse(stderr)).to.have.nested.property("error.code", "PRESET_OF_DEV");
    expect(existsSync(path)).to.equal(false);
  });
});
