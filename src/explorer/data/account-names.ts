import { createContext } from "preact";
import { useAnswer } from "./answer.js";
import { askDevAccounts, useDev } from "./dev.js";

type Names = ReadonlyMap<string, string>;

const NOTHING: Names = new Map();

export const AccountNames = createContext(NOTHING);

/** Asks for these names once a page. Other chains have no accounts, and a page without the token may not ask. */
export function useAccountNames(): Names {
  const { isAllowed } = useDev();
  const asked = useAnswer(
    `account names ${isAllowed}`,
    async () =>
      isAllowed ? new Map((await askDevAccounts()).map(({ name, address }) => [address, name])) : NOTHING,
    { isFinal: true, isOfChain: false },
  );
  return asked.value ?? NOTHING;
}
