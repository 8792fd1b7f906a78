import { useEffect, useState } from "preact/hooks";
import { canonicalJson, ChainError, parseJson, type Value, type ValueMap } from "../../client/index.js";
import { connectionFailure } from "../../client/failures.js";
import { readOwnEnvelope } from "../../client/exchange.js";
import { isList, isMap, memberOf, objectToMap } from "../../codec/value.js";
import { textIn } from "../../codec/text.js";
import { BASE } from "../places.js";
import { useAnswer, type Answered } from "./answer.js";

interface Dev {
  readonly isDev: boolean;
  /** Whether the page may change it: it was opened by the address that the node printed, which holds the token. */
  readonly isAllowed: boolean;
}

export interface DevAccountName {
  readonly name: string;
  readonly address: string;
}

/** Other explorers may be on the same server, behind other paths. */
const TOKEN = `explorer-token ${BASE}`;
/** The actions that only read are answered at once. */
const TIMEOUT_MS = 20_000;
const FRAGMENT = /^#token=([\w-]+)$/;

export function keepToken(): void {
  const token = FRAGMENT.exec(globalThis.location.hash)?.[1];
  if (token === undefined) return;
  globalThis.localStorage.setItem(TOKEN, token);
  const { pathname, search } = globalThis.location;
  globalThis.history.replaceState(null, "", pathname + search);
}

let asked: Promise<boolean> | null = null;

/** Whether the server is a development chain's. It is asked once a page. */
function askIsDev(): Promise<boolean> {
  const url = `${BASE}/settings.json`;
  asked ??= fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.text())
    .then((text) => memberOf(parseJson(text), "dev") === true)
    .catch((cause: unknown) => {
      // A failure is not kept.
      asked = null;
      throw connectionFailure(url, cause);
    });
  return asked;
}

/** All is false until the node has answered. */
export function useDev(): Dev {
  const isDev = useAnswer("settings", askIsDev, { isFinal: true, isOfChain: false }).value === true;
  const [hasToken, setHasToken] = useState(() => presentToken() !== null);
  useEffect(() => {
    const look = (): void => setHasToken(presentToken() !== null);
    globalThis.addEventListener("storage", look);
    return () => globalThis.removeEventListener("storage", look);
  }, []);
  return { isDev, isAllowed: isDev && hasToken };
}

function presentToken(): string | null {
  return globalThis.localStorage.getItem(TOKEN);
}

/** Does an action of the node. Throws its refusal, as the client does. */
async function devAction(name: string, given: ValueMap, signal?: AbortSignal): Promise<Value> {
  const url = `${BASE}/actions/${name}`;
  const token = presentToken() ?? "";
  const headers = { "x-explorer-token": token };
  let response: Response;
  let body: Uint8Array;
  try {
    response = await fetch(url, {
      method: "POST",
      headers,
      body: canonicalJson(given),
      ...(signal === undefined ? {} : { signal }),
    });
    body = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw connectionFailure(url, cause);
  }
  try {
    return readOwnEnvelope(response.status, body, url).get("data") ?? null;
  } catch (error) {
    // Another chain is there now, with another token.
    if (error instanceof ChainError && error.code === "EXPLORER_TOKEN" && presentToken() === token) {
      globalThis.localStorage.removeItem(TOKEN);
      // A browser tells only its other pages.
      globalThis.dispatchEvent(new Event("storage"));
    }
    throw error;
  }
}

function devAnswer(name: string): Promise<Value> {
  return devAction(name, new Map(), AbortSignal.timeout(TIMEOUT_MS));
}

async function devList<T>(name: string, read: (listed: Value) => T): Promise<readonly T[]> {
  const listed = await devAnswer(name);
  return isList(listed) ? listed.map(read) : [];
}

export function askDevAccounts(): Promise<readonly DevAccountName[]> {
  return devList("accounts", (account) => ({
    name: textIn(account, "name"),
    address: textIn(account, "address"),
  }));
}

export interface RefusedTransaction {
  readonly hash: string;
  readonly transaction: ValueMap;
  readonly reason: string;
  /** The height of the main block after which the node refused it. */
  readonly height: number;
}

/** The transactions that the node refused since it started, newest first; it keeps the last hundred. */
function askRefused(): Promise<readonly RefusedTransaction[]> {
  return devList("refused", (refused) => {
    const transaction = memberOf(refused, "transaction");
    return {
      hash: textIn(refused, "hash"),
      transaction: isMap(transaction) ? transaction : new Map<string, Value>(),
      reason: textIn(refused, "reason"),
      height: Number(memberOf(refused, "height")),
    };
  });
}

export function useRefused(): Answered<readonly RefusedTransaction[]> {
  const { isAllowed } = useDev();
  return useAnswer(`refused ${isAllowed}`, async () => (isAllowed ? askRefused() : []));
}

/** Signs a call with the key of a development account, in the node, and sends it. Returns the transaction's hash. */
export async function devSend(from: string, call: ValueMap): Promise<string> {
  return textIn(await devAction("send", objectToMap({ from, call })), "hash");
}

export async function devMining(on: boolean): Promise<void> {
  await devAction("mining", objectToMap({ on }));
}

/** Gives new coins to an address, by transactions of the chain. */
export async function devFaucet(to: string, amount: string): Promise<void> {
  await devAction("faucet", objectToMap({ to, amount }));
}

/** Mines one resource block. Returns its height. */
export async function devMine(): Promise<number> {
  return numberIn(await devAction("mine", new Map()), "height");
}

/** Makes blocks of what waits. Returns the height of the last one. */
export async function devSeal(): Promise<number> {
  return numberIn(await devAction("seal", new Map()), "height");
}

/** The time of the chain, and how far it is ahead of the real one, in µs. */
interface ToldTime {
  readonly now: number;
  readonly ahead: number;
}

export async function askDevTime(): Promise<ToldTime> {
  return readTime(await devAnswer("time"));
}

export async function devWarp(seconds: number): Promise<ToldTime> {
  return readTime(await devAction("warp", objectToMap({ seconds: BigInt(seconds) })));
}

function readTime(value: Value): ToldTime {
  return { now: numberIn(value, "now"), ahead: numberIn(value, "ahead") };
}

/** A place in both chains that the developer may go back to. */
interface DevSnapshot {
  readonly id: number;
  /** µs. */
  readonly time: number;
  readonly height: number;
  readonly resourceHeight: number;
}

export function askDevSnapshots(): Promise<readonly DevSnapshot[]> {
  return devList("snapshots", (snapshot) => ({
    id: numberIn(snapshot, "id"),
    time: numberIn(snapshot, "time"),
    height: numberIn(snapshot, "height"),
    resourceHeight: numberIn(snapshot, "resource_height"),
  }));
}

export async function devSnapshot(): Promise<void> {
  await devAction("snapshot", new Map());
}

export async function devRevert(id: number): Promise<void> {
  await devAction("revert", objectToMap({ snapshot: BigInt(id) }));
}

function numberIn(value: Value, name: string): number {
  return Number(memberOf(value, name) ?? 0);
}
