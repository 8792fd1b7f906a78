import type { Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { openChain } from "../../src/actions/open-chain.js";
import { registration, type Registrar } from "../../src/actions/register-code.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { unsignedTransaction } from "../../src/records/transaction.js";
import { executionFailed } from "../../src/vm/errors.js";
import { KEY_OPTION } from "../keys.js";
import type { CodeSource } from "./code-files.js";

/** Executes registrations in turn, as the chain will. Nothing is sent. Throws the refusal, with the file. */
export async function tryRegistrations(
  context: Context,
  input: Input,
  { registrar, codes }: { readonly registrar: Registrar; readonly codes: readonly CodeSource[] },
): Promise<void> {
  const { workspace } = context;
  const { address: from } = await (await workspace.keys()).find(input.option(KEY_OPTION.name));
  const { tryTransaction } = await import("../../src/replay/trial/try-transaction.js");
  const { altered } = await import("../../src/replay/altered.js");
  const chain = await openChain(workspace);
  const network = networkMembers(chain.network);
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const { file, text } of codes) {
    const members = registration(registrar, text, { from, timestampUs: nowUs(), network });
    const on = chain.over(altered(chain.reader, cells));
    const { execution } = await tryTransaction(on, unsignedTransaction(members), from);
    if (!execution.ok)
      throw executionFailed({ message: execution.message }, { details: { file, signer: from } });
    for (const { kind, key, value } of execution.writes) cells[kind].set(padStateKey(key), value);
  }
}
