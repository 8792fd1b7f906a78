import { expect } from "chai";
import { existsSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { resolveSettings } from "../../../src/cli/config/resolve.js";
import { findHomeDirectory } from "../../../src/cli/terminal/home-directory.js";
import { createIdentity } from "../../../src/data/directory/identity.js";
import { useTemporaryDirectory } from "../binary.js";
import { runInProcess } from "../terminal-stub.js";

describe("the home directory", () => {
  const directory = useTemporaryDirectory();

  it("is $HOME, and that of the account when $HOME is unset, empty or relative", () => {
    expect(findHomeDirectory({ HOME: "/home/alice" })).to.equal("/home/alice");
    for (const environment of [{}, { HOME: "" }, { HOME: "alice" }, { HOME: "./alice" }])
      expect(findHomeDirectory(environment)).to.equal(userInfo().homedir);
  });

  it("is not replaced by a relative path of a variable, which the XDG specification says to ignore", async () => {
    for (const XDG_DATA_HOME of ["data", "./data", "../data", "~/data"]) {
      const settings = await resolveSettings({
        flags: new Map(),
        environment: { XDG_DATA_HOME },
        homeDirectory: directory(),
      });
      expect(settings.text("data-dir")).to.equal(join(directory(), ".local/share/chainnode"));
    }
    for (const [shell, variable] of [
      ["bash", "XDG_DATA_HOME"],
      ["fish", "XDG_CONFIG_HOME"],
    ] as const) {
      const options = { environment: { [variable]: "data" }, homeDirectory: directory() };
      const { code, stdout } = await runInProcess(["completion", "install", shell, "--json"], options);
      expect(code).to.equal(0);
      const { file } = JSON.parse(stdout) as { readonly file: string };
      expect(file).to.match(new RegExp(`^${directory()}/`));
      rmSync(file);
    }
  });

  const homeless = (...words: readonly string[]) => runInProcess(words, { homeDirectory: null });

  it("is not needed by what reads no file of the user", async () => {
    for (const words of [
      ["--version"],
      ["help"],
      ["help", "start"],
      ["start", "--help"],
      ["hash", "value", "a"],
      ["completion", "bash"],
      ["config", "show"],
      ["key", "list", "--data-dir", directory()],
    ])
      expect(await homeless(...words), words.join(" ")).to.include({ code: 0 });
    const address = createIdentity().node.address;
    for (const words of [["ping"], ["balance", address], ["request", "GetBalance", `address=${address}`]]) {
      const { code } = await homeless(...words, "--rpc", "http://127.0.0.1:1");
      expect(code, words.join(" ")).to.equal(3);
    }
  });

  it("is asked for by what needs the default data directory, and nothing is written elsewhere", async () => {
    for (const words of [
      ["key", "new", "alice"],
      ["key", "list"],
      ["init"],
      ["config", "init"],
      ["data", "check"],
    ]) {
      const { code, stderr } = await homeless(...words, "--json");
      expect(code, words.join(" ")).to.equal(5);
      expect(JSON.parse(stderr)).to.have.nested.property("error.code", "HOME_MISSING");
    }
    expect(existsSync(".local")).to.equal(false);
    expect(await homeless("completion", "install", "zsh")).to.include({ code: 5 });
  });
});
