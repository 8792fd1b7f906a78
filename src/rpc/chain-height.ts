import type { Context } from "koa";
import type { Moments } from "../api/moments.js";
import { parameter } from "../api/errors.js";
import type { ChainEnd } from "../store/store.js";
import { queryToInput } from "./input.js";

/** The height of the last main block of the chain that an answer was read from, and its blockhash. */
const HEIGHT = "chain-height";
const TIP = "chain-tip";
/** For how many seconds the server has been behind the network, of an answer that is too old. */
const LAG = "chain-lag";

export const CHAIN_HEADER_NAMES = [HEIGHT, TIP, LAG] as const;
export const CHAIN_HEADERS = CHAIN_HEADER_NAMES.join(", ");

/** The member of a query string that asks for a height; no operation has a parameter of this name. */
const MIN_HEIGHT = "min-height";
const HEIGHT_TEXT = /^[0-9]{1,15}$/;

export function nameHeight(ctx: Context, { lagSeconds }: Moments, { height, blockhash }: ChainEnd): void {
  const { res } = ctx;
  res.setHeader(HEIGHT, String(height));
  res.setHeader(TIP, blockhash);
  if (lagSeconds !== null) res.setHeader(LAG, String(Math.ceil(lagSeconds)));
}

/** The height from which on an answer is wanted, 0 without one. Throws `PARAMETER`. */
export function minHeightIn(query: string): number {
  if (!query.includes(MIN_HEIGHT)) return 0;
  const text = queryToInput(query).form.get(MIN_HEIGHT);
  if (text === undefined) return 0;
  if (HEIGHT_TEXT.test(text)) return Number(text);
  throw parameter({ failure: "Parameter 'min-height' must be of integer type. ", parameter: MIN_HEIGHT });
}
