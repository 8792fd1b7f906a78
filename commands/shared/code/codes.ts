import type { Context } from "../../../src/cli/context.js";
import type { RegisteredCode } from "../../../src/client/registered-codes.js";
import type { CodeKind } from "../../../src/records/code.js";
import { openClient } from "../node/node.js";

const listed = new WeakMap<Context, Promise<readonly RegisteredCode[]>>();

/** All registered code, contracts before requests; asked for once a command. */
export function listCodes(context: Context): Promise<readonly RegisteredCode[]> {
  const codes = listed.get(context) ?? fetchCodes(context);
  listed.set(context, codes);
  // Another try may ask elsewhere.
  codes.catch(() => listed.delete(context));
  return codes;
}

async function fetchCodes(context: Context): Promise<readonly RegisteredCode[]> {
  const codes = await import("../../../src/client/registered-codes.js");
  return codes.listCodes(await openClient(context));
}

/** One code by name or id. Throws `CODE_UNKNOWN`, or `CODE_AMBIGUOUS` when several have the name. */
export async function findCode(context: Context, nameOrId: string, kind?: CodeKind): Promise<RegisteredCode> {
  const codes = await import("../../../src/client/registered-codes.js");
  return codes.findCode(await openClient(context), nameOrId, kind);
}
