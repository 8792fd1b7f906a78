import { expect } from "chai";
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createKeystore, createPrivateKey } from "../../src/data/keys/keystore.js";
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
    compadd() { [[ $1 == -S ]] && return; while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
    eval "$(chainnode completion zsh)"
    words=(chainnode --rpc http://127.0.0.1:1 key ex) CURRENT=5
    _chainnode`,
  fish: `
    chainnode completion fish | source
    complete -C "chainnode --rpc http://127.0.0.1:1 key ex"`,
};

/** Completes what is typed, as the shell passes it: quotes, backslashes and a tilde are not expanded yet. */
const TYPED: Readonly<Record<string, (directory: string) => string>> = {
  bash: (path) => `
    eval "$(chainnode completion bash)"
    COMP_WORDS=(NOTE=x chainnode balance --data-dir '${path}' al) COMP_CWORD=5
    COMP_LINE="\${COMP_WORDS[*]}" COMP_POINT=\${#COMP_LINE}
    _chainnode
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (path) => `
    compdef() { :; }
    compadd() { [[ $1 == -S ]] && return; while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
    eval "$(chainnode completion zsh)"
    words=(chainnode balance --data-dir '${path}' al) CURRENT=5
    _chainnode`,
  fish: (path) => `
    chainnode completion fish | source
    complete -C 'chainnode balance --data-dir ${path} al'`,
};

const EXPORTS = "print a private key unencrypted";

describe("completion in real shells", () => {
  const directory = useTemporaryDirectory();

  /** Runs a script of a shell that finds the binary, in the home directory of a user. */
  function run(shell: string, script: string): SpawnSyncReturns<string> {
    const path = join(directory(), "chainnode");
    writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`);
    chmodSync(path, 0o755);
    return spawnSync(shell, ["-c", script], {
      encoding: "utf8",
      env: { PATH: `${directory()}:${process.env["PATH"] ?? ""}`, HOME: directory() },
    });
  }

  for (const [shell, script] of Object.entries(SHELLS)) {
    it(`offers the words of the binary in ${shell}`, function () {
      skipWithout(this, shell);
      const { stdout, stderr, status } = run(shell, script);
      // fish prints what a list at its prompt shows.
      const expected = shell === "fish" ? `export\t${EXPORTS}\n` : "export\n";
      expect({ stdout, stderr, status }).to.deep.equal({ stdout: expected, stderr: "", status: 0 });
    });
  }

  it("says what each word does in zsh", function () {
    skipWithout(this, "zsh");
    const script = `
      COLUMNS=60
      compdef() { :; }
      compadd() { print -l -- "\${shown[@]}"; }
      eval "$(chainnode completion zsh)"
      words=(chainnode key l) CURRENT=3
      _chainnode
      words=(chainnode key new --pass) CURRENT=4
      _chainnode`;
    const [list, ...flags] = run("zsh", script).stdout.trimEnd().split("\n");
    expect(list).to.equal("list  list the keys of the data directory");
    expect(flags).to.have.length(2);
    for (const flag of flags)
      expect(flag)
        .to.match(/^--password-(?:file |stdin)  [a-z]/)
        .and.have.lengthOf.below(60);
  });

  for (const [shell, script] of Object.entries(TYPED))
    for (const path of ['~/"my dir"', "~/my\\ dir"])
      it(`understands ${path} in ${shell}`, async function () {
        skipWithout(this, shell);
        const keystore = createKeystore(join(directory(), "my dir/keystore"));
        await keystore.addPublic("alice", createPrivateKey());
        expect(run(shell, script(path)).stdout).to.equal("alice\n");
      });

  it("runs nothing that is typed, in bash", function () {
    skipWithout(this, "bash");
    const script = TYPED["bash"]?.("$(touch ran)`touch ran`") ?? "";
    run("bash", `cd ~ && ${script}`);
    expect(existsSync(join(directory(), "ran"))).to.equal(false);
  });

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
