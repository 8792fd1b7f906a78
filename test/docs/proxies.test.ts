import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import {
  PROXY_FILES,
  READERS_PROXIES,
  readProxyFile,
  readReadersFile,
  type ProxyName,
} from "../support/proxy-process.js";

const documentOf = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
const [NETWORK, SCALE] = [documentOf("network"), documentOf("scale")];

describe("the configurations of proxies", () => {
  for (const [name, file] of Object.entries(PROXY_FILES) as [ProxyName, string][])
    it(`of ${name} is quoted in docs/network.md as it is in deploy/proxies, where tests run it`, async () => {
      expect(NETWORK).to.include(` deploy/proxies/${file}\n${await readProxyFile(name)}\`\`\`\n`);
    });

  for (const name of READERS_PROXIES)
    it(`of ${name} before readers is quoted in docs/scale.md`, async () => {
      expect(SCALE).to.include(
        `# deploy/readers/${PROXY_FILES[name]}\n${await readReadersFile(name)}\`\`\`\n`,
      );
    });

  it("are all run", () => {
    const files = readdirSync(new URL("../../../deploy/proxies", import.meta.url));
    expect(files).to.have.members(Object.values(PROXY_FILES));
  });
});
