import { useAnswer, type Answered } from "./answer.js";
import { askRefused, useDev, type RefusedTransaction } from "./dev.js";
import { useLive } from "./live.js";

/** What the node of a development chain refused; empty on other chains and without the token. */
export function useRefused(): Answered<readonly RefusedTransaction[]> {
  const { isDev, hasToken } = useDev();
  const { version } = useLive();
  const isAllowed = isDev && hasToken;
  return useAnswer(`refused ${isAllowed}`, version, async () => (isAllowed ? askRefused() : []));
}
