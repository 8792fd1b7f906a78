import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { findParameterFailure } from "../../records/parameter.js";
import type { RequestRecord } from "../../records/request.js";
import type { ChainQuery, ChainView } from "../../vm/chain-view.js";
import { conditionPass, readPass, type Call } from "../../vm/machine.js";
import { executionFailed } from "../prepared-transaction.js";
import { WorkingState } from "../working-state.js";
import { answerChainQuery } from "./chain-queries.js";
import type { RequestContext } from "./answerer.js";

/** A question may depend on the answer to another one; code that asks in longer chains than this is refused. */
const MAX_ROUNDS = 16;
/** Questions of one run together. */
const MAX_QUERIES = 256;

/** The chain as one run of a request sees it: what it asked and did not find is loaded, and it runs again. */
class LoadedChain implements ChainView {
  readonly #answers = new Map<string, Value>();

  answer(query: ChainQuery): Value | undefined {
    return this.#answers.get(keyOf(query));
  }

  async load(context: RequestContext, queries: readonly ChainQuery[]): Promise<void> {
    for (const query of queries) {
      const key = keyOf(query);
      if (this.#answers.has(key)) continue;
      if (this.#answers.size === MAX_QUERIES) {
        throw executionFailed(`The request asks the chain more than ${MAX_QUERIES} questions. `);
      }
      this.#answers.set(key, await answerChainQuery(context, query));
    }
  }
}

/** Runs registered request code against the current state; nothing is stored (PROTOCOL 5, 7). */
export async function runRequestCode(
  context: RequestContext,
  { cid, type, request }: RequestRecord,
): Promise<Value> {
  const { method, program } = context.registry.request(cid, type);
  const failure = findParameterFailure(method.parameters, request, "request");
  if (failure !== null) throw new ChainError("PARAMETER_INVALID", failure);
  const call: Call = { program, postProcess: null, parameters: request, implicit: null };
  const chain = new LoadedChain();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { keys, missing: asked } = readPass(call, chain);
    if (!keys.ok) throw executionFailed(keys.message);
    await chain.load(context, asked);
    const [universal, local] = await Promise.all([
      context.store.readState("universal", keys.universal),
      context.store.readState("local", keys.local),
    ]);
    const { execution, missing } = conditionPass(call, new WorkingState({ universal, local }), chain, null);
    if (asked.length === 0 && missing.length === 0) {
      if (!execution.ok) throw executionFailed(execution.message);
      return execution.result;
    }
    await chain.load(context, missing);
  }
  throw executionFailed(`The request asks the chain in more than ${MAX_ROUNDS} steps. `);
}

function keyOf(query: ChainQuery): string {
  return canonicalJson(Object.values(query).map(String));
}
