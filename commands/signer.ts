import { aborted } from "../src/actions/wait.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { PASSWORD_OPTIONS } from "../src/cli/input/secrets.js";
import { messageOutcome, type Outcome } from "../src/cli/output/outcome.js";
import type { Log } from "../src/base/log.js";
import type { SignerServer } from "../src/signer/signer-server.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { KEY_OPTION, unlockSigner } from "./keys.js";
import { createNodeLog } from "./start/node-log.js";
import { findServiceManager } from "./start/service-manager.js";

const FILES = { cert: "tls-cert", key: "tls-key", ca: "client-ca" } as const;

export const command: Command = {
  summary: "hold a validator's key and sign for its nodes",
  description: [
    "Runs a process that has a validator's key and signs for the nodes that name it with chainnode start --signer. Of several nodes it serves one at a time, and the next one as soon as that one ends. It computes what it signs from the records, and notes each chunk and hypothesis on the disk before it signs it, so that it never signs two for one round (docs/signer.md).",
    "The key is one of the data directory: by its name in the keystore, or node for the one of identity.json. The file `signatures` in the data directory holds the notes. One process at a time uses the directory, and no node may.",
    "It signs nothing dated within five seconds of its start, because its notes may be older than its last signature.",
  ],
  options: [
    KEY_OPTION,
    ...PASSWORD_OPTIONS,
    option(
      "--listen <address>",
      "address to listen on: unix: and the path of a socket, or tls://host:port",
      "signer.sock in the data directory",
    ),
    option(`--${FILES.cert} <file>`, "certificate of the signer (PEM), for tls://", "none"),
    option(`--${FILES.key} <file>`, "private key of that certificate (PEM)", "none"),
    option(
      `--${FILES.ca} <file>`,
      "certificates of the nodes, or of the authority that signed them (PEM)",
      "none",
    ),
  ],
  examples: [
    "# for nodes of this machine",
    "chainnode signer --key validator --password-file password.txt",
    "# for nodes of other machines",
    "chainnode signer --key validator --listen tls://0.0.0.0:9990 --tls-cert signer.pem --tls-key signer-key.pem --client-ca nodes.pem",
  ],
  result: objectOf({ address: ADDRESS, listen: TEXT }),
  async run(context, input) {
    return serve(context, input, await createNodeLog(context));
  },
};

async function* serve(context: Context, input: Input, log: Log): AsyncGenerator<Outcome, void, undefined> {
  const [
    { readSignerAddress },
    { KeyHolder },
    { openSignerServer },
    { lockDataDirectory },
    { SigningMemoryFile },
  ] = await Promise.all([
    import("../src/signer/address.js"),
    import("../src/signer/key-holder.js"),
    import("../src/signer/signer-server.js"),
    import("../src/store/lock.js"),
    import("../src/data/directory/signing-memory-file.js"),
  ]);
  const { systemClock: clock } = await import("../src/base/clock/system-clock.js");
  const { TIMESTAMP_ERROR_US } = await import("../src/records/limits.js");
  const stop = context.terminal.interruption();
  const manager = findServiceManager(context.terminal.environment, log);
  const { path, signaturesFile, signerSocket } = await context.workspace.directory();
  const [cert, key, ca] = Object.values(FILES).map((name) => input.option(name));
  const listen = input.option("listen") ?? `unix:${signerSocket}`;
  const address = await readSignerAddress(listen, { cert, key, ca }, "--tls-cert, --tls-key and --client-ca");
  const unlocked = await unlockSigner(context, input);
  const lock = await lockDataDirectory(path);
  let server: SignerServer | null = null;
  try {
    const memory = await SigningMemoryFile.open(signaturesFile, clock.nowUs() + TIMESTAMP_ERROR_US);
    const signer = new KeyHolder({ ...unlocked, memory, clock, log });
    server = await openSignerServer(signer, address, log);
    const { address: validator } = signer;
    log({ level: "info", module: "signer", message: "listening", fields: { address: validator, listen } });
    yield messageOutcome({ address: validator, listen }, `${listen} signs with the key of ${validator}`);
    await manager?.ready({ isAlive: async () => true, status: () => `signs at ${listen}` });
    await aborted(stop);
    log({ level: "info", module: "signer", message: "stopping" });
  } finally {
    await manager?.stopping();
    await server?.close();
    await lock.release();
  }
}
