import type { Context } from "../../../src/cli/context.js";
import type { CodeKind } from "../../../src/records/code.js";
import type { ReadableCode, StoredCode } from "../../../src/records/stored-code.js";
import { openClient } from "../node/node.js";

const listed = new WeakMap<Context, Promise<readonly StoredCode[]>>();

/** All registered codes, contracts before requests, also broken ones. The chain is asked once a command. */
export function listCodes(context: Context): Promise<readonly StoredCode[]> {
  const codes = listed.get(context) ?? fetchCodes(context);
  listed.set(context, codes);
  // A later call may find another node.
  codes.catch(() => listed.delete(context));
  return codes;
}

/** The codes that can be called by name, contracts before requests. */
export async function listReadableCodes(context: Context): Promise<readonly ReadableCode[]> {
  const { isReadable } = await import("../../../src/records/stored-code.js");
  return (await listCodes(context)).filter(isReadable);
}

async function fetchCodes(context: Context): Promise<readonly StoredCode[]> {
  const codes = await import("../../../src/client/registered-codes.js");
  return codes.listCodes(await openClient(context));
}

/** One code by name or id. Throws `CODE_UNKNOWN`, or `CODE_AMBIGUOUS` when several codes have the name. */
export async function findCode(context: Context, nameOrId: string, kind?: CodeKind): Promise<StoredCode> {
  const codes = await import("../../../src/client/registered-codes.js");
  return codes.findCode(await openClient(context), nameOrId, kind);
}
