import type { Form, Line } from "./line.js";
import type { World } from "./world.js";

const atNode =
  (...words: readonly string[]) =>
  ({ nodeDirectory }: World): readonly string[] => [...words, "--data-dir", nodeDirectory];

const atStopped =
  (...words: readonly string[]) =>
  ({ stoppedDirectory }: World): readonly string[] => [...words, "--data-dir", stoppedDirectory];

/** Commands about the node and its data. Another test starts and stops a node. */
export const NODE_LINES: readonly Line[] = [
  {
    path: "init",
    words: ({ path }, form) => ["--dev", "--data-dir", path(`init-${form}`)],
    stdout: /^The node [0-9a-f]{44} of CHAINNODE DEVELOPMENT NETWORK is ready in /,
  },
  {
    path: "status",
    words: atNode(),
    stdout: /^verdict\tready\n[^]*process\t\d+, up [^\n]+ s\n[^]*main block\t\d+\n/,
    terminal: /^verdict +ready\n[^]*process +\d+, up [^\n]+ s\n[^]*main block +\d+\n/,
  },
  {
    path: "config reload",
    words: atNode(),
    stdout: /^applied\tnothing\nneeds a restart\tnothing$/,
    terminal: /^applied +nothing\n/,
  },
  {
    path: "support-bundle",
    words: ({ nodeDirectory, path }, form) => [path(`bundle-${form}`), "--data-dir", nodeDirectory],
    stdout: /^The bundle is in .*\. Read it before you send it\.$/,
    stderr: /^program: /,
    terminal: /^program: [^]*\nThe bundle is in /,
  },
  { path: "mining start", words: atNode(), stdout: /^mining\t1 thread/, terminal: /^mining +1 thread/ },
  { path: "mining status", words: atNode(), stdout: /^mining\t1 thread/, terminal: /^mining +1 thread/ },
  { path: "mining stop", words: atNode(), stdout: /^mining\toff/, terminal: /^mining +off/ },
  ...["peer add", "peer ban", "peer remove", "peer unban"].map((path) => ({
    path,
    words: atNode("node1.example.org:9900"),
    code: 1,
    stdout: /^$/,
    stderr: /^error: This node works without peers\./,
    terminal: /^error: This node works without peers\./,
  })),
  {
    path: "peer check",
    words: atNode(),
    code: 1,
    stdout: /^$/,
    stderr: /^error: This node works without peers\./,
    terminal: /^error: This node works without peers\./,
  },
  {
    path: "genesis",
    words: atNode("--preset", "dev"),
    code: 1,
    stdout: /^$/,
    stderr: /^error: The network has already begun\./,
    terminal: /^error: The network has already begun\./,
  },
  { path: "peer list", stdout: /^$/ },
  {
    path: "peer register",
    words: () => ["node1.example.org:9900"],
    code: 1,
    stdout: /^$/,
    stderr: /^error: The node does not accept the host\./,
    terminal: /^error: The node does not accept the host\./,
  },
  {
    path: "data check",
    words: atStopped(),
    stdout: /^The stored state matches the blocks\.$/,
    stderr: /^\d+ blocks with \d+ transactions in /,
    terminal: /The stored state matches the blocks\./,
  },
  {
    path: "data reindex",
    words: atStopped(),
    stdout: /^State and indexes are rebuilt\. They matched the blocks before\.$/,
    stderr: /^\d+ blocks with \d+ transactions in /,
    terminal: /They matched the blocks before\./,
  },
  {
    path: "data backup",
    words: (world, form) => atStopped(world.path(`copy-${form}`))(world),
    stdout: /^The chain up to main block \d+ and resource block \d+ is in \S+\.$/,
  },
  {
    path: "data rewind",
    words: (world, form) => ["2", ...atCopy(world, form)],
    answers: [{ after: "Undo all main blocks above 2?", type: "y" }],
    stdout: /^The chain now ends at main block 2 and resource block 0\.$/,
    stderr: /^The file tip records the new last block, /,
    terminal: /The chain now ends at main block 2 and resource block 0\./,
  },
  {
    path: "data prune",
    words: (world, form) => ["--keep", "blocks=2", "--data-dir", world.path(`copy-${form}`)],
    stdout: /^The chain has its blocks from 1 on\. The database had \d+ bytes and has \d+\.$/,
    terminal: /The chain has its blocks from 1 on\./,
  },
  {
    path: "data reset",
    words: atCopy,
    answers: [{ after: "Delete the chain in", type: "y" }],
    stdout: /^The chain in \S+ is deleted\.$/,
    terminal: /The chain in \S+ is deleted\./,
  },
  {
    path: "data snapshot",
    words: (world, form) => atStopped(world.path(`snapshot-${form}`))(world),
    code: 4,
    stdout: /^$/,
    stderr: /^error: The chain has no main block yet that no node undoes any more\./,
    terminal: /^error: The chain has no main block yet that no node undoes any more\./,
  },
  {
    path: "data export",
    words: (world, form) => atStopped("--main", world.path(`main-${form}`))(world),
    stdout: /^\d+ blocks were exported\.$/,
  },
  {
    path: "data import",
    words: (world, form) => ["--main", world.path(`main-${form}`), "--data-dir", world.path(`init-${form}`)],
    code: 1,
    stdout: /^[^]*$/,
    stderr: /error: /,
    terminal: /error: /,
  },
  {
    path: "config init",
    words: (world, form) => ["--data-dir", world.path(`config-${form}`)],
    stdout: /^The settings are in \S+\/chainnode\.toml\.$/,
  },
  {
    path: "doctor",
    words: (world, form) => ["--data-dir", world.path(`doctor-${form}`), "--port", "0", "--ops-port", "off"],
    stdout: /^node\t[^]*\nports\tok\tthe ports of the node are free\t\n/,
    terminal: /^CHECK +RESULT +FOUND +TO DO[^]*\nports +ok +the ports of the node are free/,
  },
  {
    path: "config show",
    stdout: /^data-dir\t[^]*\nrpc\thttp:\S+\tenvironment\tCHAINNODE_RPC\n/m,
    terminal: /^SETTING +VALUE[^]*rpc +http:\S+ +environment +CHAINNODE_RPC/,
  },
];

/** Runs on the copy that a backup made; a script must give its consent. */
function atCopy(world: World, form: Form): readonly string[] {
  return [...(form === "pipe" ? ["--yes"] : []), "--data-dir", world.path(`copy-${form}`)];
}

/** Commands that need no node. */
export const TOOL_LINES: readonly Line[] = [
  { path: "hash value", words: () => ["hello"], stdout: /^2cf24dba5fb0[0-9a-f]{52}$/ },
  { path: "hash id", words: () => ["hello"], stdout: /^e8c47d34046ecc70f7b7840cf59359b8cd48187414d0$/ },
  { path: "hash short", words: () => ["a"], stdout: /^e2d0264a6e07a424201502e8a28c05a193c4bd75$/ },
  { path: "hash merkle", words: () => ["a", "b"], stdout: /^62af5c3cb8da[0-9a-f]{52}$/ },
  {
    path: "hash time",
    words: () => ["hello", "1795238606662000"],
    stdout: /^0660c28f6fe9702cf24[0-9a-f]{59}$/,
  },
  {
    path: "hash address",
    words: ({ alicePublicKey }) => [alicePublicKey],
    stdout: /^9515087d3e042a58311814f63d8cb284aec94d092f6b$/,
  },
  { path: "hash space", words: ({ alice }) => [alice, "shop"], stdout: /^c8db0afbe446[0-9a-f]{52}$/ },
  {
    path: "hash state-key",
    words: ({ alice }) => [alice, "shop", "stock", "01"],
    stdout: /^[0-9a-f]{64}01$/,
  },
  { path: "man", words: () => ["exit-codes"], stdout: /EXIT CODES\n {2}0 +Success\./ },
  {
    path: "completion",
    words: () => ["bash"],
    stdout: /^# bash completion for chainnode[^]*complete /,
    terminal: /^To install it for every new shell: [^]*\n# bash completion for chainnode/,
  },
  {
    path: "completion install",
    words: () => ["fish"],
    stdout: /^The completion of fish is in \S+\/fish\/completions\/chainnode\.fish\.$/,
  },
  {
    path: "service print",
    stdout: /^# The systemd unit [^]*\nExecStart=\S+ \S+chainnode\.js start --data-dir /,
  },
];
