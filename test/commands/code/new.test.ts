import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";

describe("chainnode code new", () => {
  const directory = useTemporaryDirectory();
  const chainnode = (...words: string[]): Promise<Ended> =>
    runBinary(["code", ...words], { directory: directory() });

  it("makes a project of a name, with that space", async () => {
    const made = await chainnode("new", "token", "my-project");
    expect(made.stdout.split("\n").filter((line) => line !== "")).to.deep.equal([
      "my-project/contract.ts",
      "my-project/contract.test.ts",
      "my-project/README.md",
      "my-project/.vscode/settings.json",
      "my-project/package.json",
      "my-project/tsconfig.json",
    ]);
    const read = (file: string): string => readFileSync(join(directory(), "my-project", file), "utf8");
    expect(read("contract.ts")).to.include('space: "my-project"').and.to.not.include('"token"');
    expect(JSON.parse(read("package.json"))).to.have.property("name", "my-project");
  });

  it("names the JSON Schema of codes where editors look for it", async () => {
    await chainnode("new", "empty", "my-project");
    const settings = JSON.parse(
      readFileSync(join(directory(), "my-project/.vscode/settings.json"), "utf8"),
    ) as { readonly "json.schemas": readonly { readonly url: string }[] };
    const [path = ""] = settings["json.schemas"].map(({ url }) =>
      url.replace("./node_modules/chainnode/", ""),
    );
    const schema = JSON.parse(
      readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8"),
    ) as object;
    expect(schema).to.have.property("title", "Code of a contract or request");
  });

  it("refuses an unknown template, a name that is no space, and a directory with files", async () => {
    const unknown = await chainnode("new", "tokn", "a", "--json");
    expect([unknown.code, unknown.stderr.includes("TEMPLATE_UNKNOWN")]).to.deep.equal([2, true]);
    const name = await chainnode("new", "token", "My Project", "--json");
    expect([name.code, name.stderr.includes("PROJECT_NAME")]).to.deep.equal([2, true]);
    await mkdir(join(directory(), "full"));
    writeFileSync(join(directory(), "full/contract.ts"), "mine");
    const full = await chainnode("new", "token", "full", "--json");
    expect([full.code, full.stderr.includes("PROJECT_EXISTS")]).to.deep.equal([5, true]);
    expect(readFileSync(join(directory(), "full/contract.ts"), "utf8")).to.equal("mine");
  });
});
