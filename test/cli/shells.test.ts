import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { skipWithout } from "../support/skip.js";
import { runBinary, useTemporaryDirectory } from "./binary.js";

const ROOT = new URL("../../../", import.meta.url);
const BINARY = fileURLToPath(new URL("dist/bin/chainnode.js", ROOT));

/** A script for each shell that prints the completions of the line `chainnode key ex`. */
const SHELLS: Readonly<Record<string, string>> = {
  bash: `
    eval "$(chainnode completion bash)"
    COMP_LINE="chainnode --rpc http://127.0.0.1:1 key ex" COMP_POINT=\${#COMP_LINE}
    COMP_WORDS=(chainnode --rpc http : //127.0.0.1 : 1 key ex) COMP_CWORD=8
    _chainnode
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `
    compdef() { :; }
    compadd() { [[ $1 == -- ]] && shift && print -l -- "$@"; }
    eval "$(chainnode completion zsh)"
    words=(chainnode --rpc http://127.0.0.1:1 key ex) CURRENT=5
    _chainnode`,
  fish: `
    chainnode completion fish | source
    complete -C "chainnode --rpc http://127.0.0.1:1 key ex"`,
};

describe("completion in real shells", () => {
  const directory = useTemporaryDirectory();

  for (const [shell, script] of Object.entries(SHELLS)) {
    it(`offers the words of the binary in ${shell}`, function () {
      // Bash is always installed; the others may not be.
      if (shell !== "bash") skipWithout(this, shell);
      const path = join(directory(), "chainnode");
      writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`);
      chmodSync(path, 0o755);
      const { stdout, stderr, status } = spawnSync(shell, ["-c", script], {
        encoding: "utf8",
        env: { PATH: `${directory()}:${process.env["PATH"] ?? ""}`, HOME: directory() },
      });
      expect({ stdout, stderr, status }).to.deep.equal({ stdout: "export\n", stderr: "", status: 0 });
    });
  }

  it("installs the script where each shell looks for it", async () => {
    const places = {
      bash: ".local/share/bash-completion/completions/chainnode",
      fish: ".config/fish/completions/chainnode.fish",
      zsh: ".zfunc/_chainnode",
    };
    for (const [shell, place] of Object.entries(places)) {
      const environment = { HOME: directory(), SHELL: `/bin/${shell}` };
      const { stdout } = await runBinary(["completion", "install", "--json"], { environment });
      const { file } = JSON.parse(stdout) as { readonly file: string };
      expect(file).to.equal(join(directory(), place));
      expect(readFileSync(file, "utf8")).to.equal((await runBinary(["completion", shell])).stdout);
    }
    const { code } = await runBinary(["completion", "install"], { environment: { SHELL: "/bin/csh" } });
    expect(code).to.equal(2);
  });

  it("has no script for another shell, exit 2", async () => {
    const { code, stderr } = await runBinary(["completion", "csh"]);
    expect(code).to.equal(2);
    expect(stderr).to.include("bash, fish, zsh");
  });
});
