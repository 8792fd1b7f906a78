import { useEffect, useState } from "preact/hooks";
import { canonicalJson, parseJson, type Value, type ValueMap } from "../../client/index.js";
import { connectionFailure } from "../../client/failures.js";
import { readOwnEnvelope } from "../../client/exchange.js";
import { memberOf, objectToMap } from "../../codec/value.js";
import { textIn } from "../../codec/text.js";
import { BASE } from "../places.js";

/** What the page of a development chain may do beside reading. */
export interface Dev {
  /** Whether the node runs a development chain. */
  readonly isDev: boolean;
  /** Whether the page was opened by the address that the node printed, which holds the token. */
  readonly hasToken: boolean;
}

export interface DevAccountName {
  readonly name: string;
  readonly address: string;
}

const TOKEN = "explorer-token";
const FRAGMENT = /^#token=([\w-]+)$/;

/** Keeps the token of the address bar, and takes it out of there. */
export function keepToken(): void {
  const token = FRAGMENT.exec(globalThis.location.hash)?.[1];
  if (token === undefined) return;
  globalThis.localStorage.setItem(TOKEN, token);
  const { pathname, search } = globalThis.location;
  globalThis.history.replaceState(null, "", pathname + search);
}

let asked: Promise<boolean> | null = null;

/** Whether actions are possible here. Nothing is, until the node has said so. */
export function useDev(): Dev {
  const [isDev, setIsDev] = useState(false);
  useEffect(() => {
    asked ??= fetch(`${BASE}/settings.json`)
      .then((response) => response.text())
      .then((text) => memberOf(parseJson(text), "dev") === true)
      .catch(() => false);
    void asked.then(setIsDev);
  }, []);
  return { isDev, hasToken: globalThis.localStorage.getItem(TOKEN) !== null };
}

/** Does an action of the node. Throws its refusal, as the client does. */
async function devAction(name: string, given: ValueMap): Promise<Value> {
  const url = `${BASE}/actions/${name}`;
  const headers = { "x-explorer-token": globalThis.localStorage.getItem(TOKEN) ?? "" };
  let response: Response;
  try {
    response = await fetch(url, { method: "POST", headers, body: canonicalJson(given) });
  } catch (cause) {
    throw connectionFailure(url, cause);
  }
  const body = new Uint8Array(await response.arrayBuffer());
  return readOwnEnvelope(response.status, body, url).get("data") ?? null;
}

export async function askDevAccounts(): Promise<readonly DevAccountName[]> {
  const accounts = await devAction("accounts", new Map());
  return Array.isArray(accounts)
    ? accounts.map((account: Value) => ({
        name: textIn(account, "name"),
        address: textIn(account, "address"),
      }))
    : [];
}

/** Signs a call with the key of a development account, in the node, and sends it. Returns the transaction's hash. */
export async function devSend(from: string, call: ValueMap): Promise<string> {
  return textIn(await devAction("send", objectToMap({ from, call })), "hash");
}

/** Turns mining on or off. */
export async function devMining(on: boolean): Promise<void> {
  await devAction("mining", objectToMap({ on }));
}
