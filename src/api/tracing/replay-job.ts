import { ZERO_ADDRESS } from "../../codec/address.js";
import { isMap, type Value, type ValueMap } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import { transactionUnknown } from "../../records/errors.js";
import { altered } from "../../replay/altered.js";
import type { ReadChain } from "../../replay/read-chain.js";
import { costOf } from "../../replay/trial/fee.js";
import { readGivenCells } from "../../replay/trial/given-cells.js";
import { traceToData, trialToData } from "../../replay/trial/trial-data.js";
import { tryCall } from "../../replay/trial/try-call.js";
import { replayTransaction } from "../../replay/trial/try-transaction.js";
import type { Trial } from "../../replay/trial/trial.js";

/** What is executed again, or tried, for a reader of the chain. Nothing is stored. */
export type ReplayJob =
  { readonly kind: "trace"; readonly hash: string } | ({ readonly kind: "whatIf" } & WhatIfQuery);

interface WhatIfQuery {
  readonly type: string;
  readonly cid: string | undefined;
  readonly parameters: ValueMap;
  readonly codeKind: CodeKind | undefined;
  /** Default: the zero address. */
  readonly from: string | undefined;
  /** Default: the last block. */
  readonly height: number | undefined;
  /** Other values of cells, as `readGivenCells` reads them. */
  readonly cells: Value;
}

/** Does a job on a chain, at a time in µs. Throws what replaying throws. */
export async function runReplay(chain: ReadChain, job: ReplayJob, nowUs: number): Promise<Value> {
  const trial = job.kind === "trace" ? await traced(chain, job.hash) : await tried(chain, job, nowUs);
  const cost = costOf(trial, await chain.at(trial.height));
  return trialToData(trial, cost, { trace: traceToData(trial.calls) });
}

async function traced(chain: ReadChain, hash: string): Promise<Trial> {
  const trial = await replayTransaction(chain, hash);
  if (trial === null) throw transactionUnknown({ hash });
  return trial;
}

async function tried(chain: ReadChain, job: WhatIfQuery, nowUs: number): Promise<Trial> {
  const { type, cid, parameters, codeKind: kind, from = ZERO_ADDRESS, height, cells } = job;
  const past = height === undefined ? chain : await chain.at(height);
  const { rootSpace } = chain.network;
  const place = { writer: ZERO_ADDRESS, space: rootSpace };
  const given = isMap(cells) ? readGivenCells(cells, place, rootSpace) : null;
  const state = given === null ? past : past.over(altered(past.reader, given));
  return tryCall(state, { type, kind, cid, parameters, from, timestampUs: BigInt(nowUs) });
}
