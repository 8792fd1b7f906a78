import { Readable, pipeline } from "node:stream";
import type { IncomingMessage, RequestListener, ServerResponse, IncomingHttpHeaders } from "node:http";
import { canonicalJson } from "../codec/canonical-json.js";
import type { ChainError } from "../codec/chain-error.js";
import { objectToValue } from "../codec/value.js";
import { answerAction, type ExplorerActions } from "./explorer-actions.js";
import { operationAt } from "../records/operations/operations.js";
import { callerAt, isLoopback } from "./caller.js";
import type { ExplorerPage, PageFile } from "./explorer-page.js";
import { INTERNAL_FAILURE, JSON_TYPE, publicFailure, sendFailure } from "./failure.js";
import { slices } from "./send-answer.js";
import { pathOf } from "./target.js";
import * as errors from "./errors.js";
import { HostNames, hostNameOf } from "./host-names.js";

/** Where the page is, on every server that has it. */
const EXPLORER_PATH = "/explorer";
/** The operations of the node below it: the page asks nothing else. */
const API = `${EXPLORER_PATH}/api`;
const ACTIONS = `${EXPLORER_PATH}/actions`;
const SETTINGS = `${EXPLORER_PATH}/settings.json`;

/** No script, style or request but those of the page's own server; no markup from text; no frame around it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": PAGE_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

export interface ExplorerOptions {
  readonly page: ExplorerPage;
  readonly version: string;
  /** The host names under which the server is known, beside `localhost` and IP addresses. */
  readonly names: readonly string[];
  /** What the page may do beside reading. By default nothing. */
  readonly dev?: ExplorerActions;
  readonly onError: (error: unknown) => void;
  /** Answers an operation: the request's path is the operation's, such as `/request`. */
  readonly api: RequestListener;
}

/**
 * Returns a listener that answers what is below `EXPLORER_PATH`; `otherwise` answers the rest, of which the operations of the
 * explorer pass the same gate. On an address that other machines reach, programs ask for those by names that only their
 * users know.
 */
export function createExplorer(options: ExplorerOptions, otherwise: RequestListener): RequestListener {
  const { dev, onError } = options;
  const gate = new ExplorerGate(options.names);
  const settings = canonicalJson(objectToValue({ version: options.version, dev: dev !== undefined }));
  return (request, response) => {
    const { url = "/" } = request;
    const path = pathOf(url);
    const { headers } = request;
    if (!isBelow(path, EXPLORER_PATH)) {
      const isOwn = operationAt(path)?.isExplorer === true;
      const isLocal = isLoopback(callerAt(request.socket.localAddress ?? ""));
      const refusal = isOwn
        ? ((isLocal ? gate.hostRefusal(headers) : null) ?? gate.originRefusal(headers, false))
        : null;
      if (refusal === null) otherwise(request, response);
      else sendRefusal(request, response, refusal);
      return;
    }
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
    const isApi = isBelow(path, API) || isBelow(path, ACTIONS) || path === SETTINGS;
    const refusal = gate.hostRefusal(headers) ?? gate.originRefusal(headers, !isApi);
    if (refusal !== null) sendRefusal(request, response, refusal);
    else if (isBelow(path, API)) {
      const rest = url.slice(API.length);
      request.url = rest.startsWith("/") ? rest : `/${rest}`;
      options.api(request, response);
    } else if (isBelow(path, ACTIONS) && dev !== undefined) {
      answerAction(dev, path.slice(ACTIONS.length + 1), request).then(
        (json) => sendJson(request, response, json),
        (error: unknown) => {
          const failure = publicFailure(error);
          if (failure === null) onError(error);
          sendFailure(request, response, failure ?? INTERNAL_FAILURE);
        },
      );
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      sendRefusal(request, response, errors.methodNotAllowed({ method: request.method ?? "" }));
    } else if (path === SETTINGS) {
      sendJson(request, response, settings);
    } else {
      const file = fileAt(options.page, path.slice(EXPLORER_PATH.length));
      if (file === null) sendRefusal(request, response, errors.pathUnknown());
      else sendFile(request, response, file);
    }
  };
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** More than any link of the page has. */
const MAX_DEPTH = 4;

/**
 * The file of a path below the explorer's. Every other path is one of the page's own links, which the page reads itself. There
 * the page finds its files by relative links: a proxy may have put the explorer behind another path. Null for a path that is
 * too deep for a link.
 */
function fileAt({ files, index }: ExplorerPage, path: string): PageFile | null {
  const file = files.get(path.slice(1));
  if (file !== undefined && file !== index) return file;
  const depth = path.split("/").length - 2;
  if (depth > MAX_DEPTH) return null;
  const up = depth < 0 ? `.${EXPLORER_PATH}/` : depth === 0 ? "./" : "../".repeat(depth);
  return {
    ...index,
    bytes: Buffer.from(index.bytes.toString().replaceAll(BUILT_LINK, `="${up}`)),
    zipped: null,
  };
}

/** How a link of the built page to one of its files begins. */
const BUILT_LINK = '="./';

function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const isZipped = file.zipped !== null && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  const body = isZipped && file.zipped !== null ? file.zipped : file.bytes;
  response.writeHead(200, {
    "content-type": file.type,
    "content-length": body.length,
    "cache-control": file.isFinal ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    ...(isZipped ? { "content-encoding": "gzip" } : {}),
  });
  if (request.method === "HEAD") response.end();
  else pipeline(Readable.from(slices(body)), response, () => undefined);
}

function sendJson(request: IncomingMessage, response: ServerResponse, json: string): void {
  response.writeHead(200, { "content-type": JSON_TYPE, "cache-control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : json);
}

function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: ChainError): void {
  sendFailure(request, response, publicFailure(refusal) ?? INTERNAL_FAILURE);
}

/** Sent by browsers with every request: whose page made it, `none` for an address that the user typed. */
const TRUSTED_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Decides which requests the explorer answers. A page of another site must not use it, although a browser on this machine
 * reaches it: neither directly, nor by a name of that site which turns to this machine's address (DNS rebinding).
 */
class ExplorerGate {
  readonly #names: HostNames;

  /** @param names the host names under which the server is known, with or without a port; any IP address is trusted. */
  constructor(names: readonly string[]) {
    this.#names = new HostNames(names);
  }

  /** Why a request is refused by the name that it gives the server, null when it is not: a name of another site can lead here. */
  hostRefusal({ host = "" }: IncomingHttpHeaders): ChainError | null {
    return this.#names.has(host) ? null : errors.explorerHost({ host: hostNameOf(host) });
  }

  /**
   * Why a request is refused by the page that makes it, null when it is not. `isNavigation`: whether a link of another site
   * may lead here, as to a page that changes nothing by being opened.
   */
  originRefusal(headers: IncomingHttpHeaders, isNavigation: boolean): ChainError | null {
    const { host = "", origin } = headers;
    const site = headers["sec-fetch-site"];
    const isForeign = typeof site === "string" && !TRUSTED_SITES.has(site);
    if (isNavigation && origin === undefined) return null;
    if (isForeign || (origin !== undefined && hostOf(origin) !== host.toLowerCase()))
      return errors.explorerOrigin({ origin: origin ?? "another site" });
    return null;
  }
}

/** The host of an origin with its port; null for the opaque origin `null` and for what is no origin. */
function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}
