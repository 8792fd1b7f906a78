import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "./free-port.js";

/** The configurations of `deploy/proxies`. */
export const PROXY_FILES = { nginx: "nginx.conf", haproxy: "haproxy.cfg", caddy: "Caddyfile" } as const;
export type ProxyName = keyof typeof PROXY_FILES;

export interface ProxyProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export function readProxyFile(name: ProxyName): Promise<string> {
  return readFile(new URL(`../../../deploy/proxies/${PROXY_FILES[name]}`, import.meta.url), "utf8");
}

/**
 * Starts a proxy with the documented configuration, without its certificate, before a node on another port, and waits
 * until it listens. `change` edits the configuration further.
 */
export async function startProxy(
  name: ProxyName,
  directory: string,
  node: string,
  change = (text: string): string => text,
): Promise<ProxyProcess> {
  const documented = await readProxyFile(name);
  return runProxy(name, directory, (port) => change(withPorts(documented, port, new URL(node).host)));
}

/** The addresses of a reader. */
export interface ProxiedReader {
  readonly url: string;
  readonly ops: string;
}

export function readReadersFile(name: ReadersProxy): Promise<string> {
  return readFile(new URL(`../../../deploy/readers/${PROXY_FILES[name]}`, import.meta.url), "utf8");
}

/** The proxies with a configuration for several readers, in `deploy/readers`. */
export const READERS_PROXIES = ["nginx", "haproxy"] as const;
export type ReadersProxy = (typeof READERS_PROXIES)[number];

/** Starts a proxy before readers, as `startProxy` does. */
export async function startReadersProxy(
  name: ReadersProxy,
  directory: string,
  readers: readonly ProxiedReader[],
): Promise<ProxyProcess> {
  const documented = await readReadersFile(name);
  return runProxy(name, directory, (port) =>
    readers.reduce(
      (text, { url, ops }, index) => {
        const place = `reader${index + 1}:9900`;
        const check = name === "haproxy" ? ` port ${new URL(ops).port}` : "";
        return text.replace(place, new URL(url).host + check);
      },
      withoutCertificate(documented, port),
    ),
  );
}

/** Runs a proxy with a configuration for a port, and waits until it listens. */
async function runProxy(
  name: ProxyName,
  directory: string,
  configuration: (port: number) => string,
): Promise<ProxyProcess> {
  const port = await freePort();
  const text = configuration(port);
  const file = join(directory, PROXY_FILES[name]);
  await writeFile(file, name === "nginx" ? aroundServer(text, directory) : text);
  const [program, ...words] = COMMANDS[name](file, directory);
  const child = spawn(program, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: directory },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (complaint += piece));
  const ended = once(child, "exit");
  while (!(await listens(port))) if (child.exitCode !== null) throw new Error(`${name} ended: ${complaint}`);
  return { url: `http://127.0.0.1:${port}`, stop: () => end(child, ended) };
}

const COMMANDS: Readonly<Record<ProxyName, (file: string, directory: string) => [string, ...string[]]>> = {
  nginx: (file, directory) => ["nginx", "-p", directory, "-c", file, "-e", join(directory, "error.log")],
  haproxy: (file) => ["haproxy", "-db", "-f", file],
  caddy: (file) => ["caddy", "run", "--config", file, "--adapter", "caddyfile"],
};

/** The configuration before one node. */
function withPorts(text: string, port: number, node: string): string {
  return replaced(withoutCertificate(text, port), /127\.0\.0\.1:9900/, () => node);
}

/** The configuration on a port without TLS. */
function withoutCertificate(text: string, port: number): string {
  const place = / listen 443 ssl;| bind :443 ssl crt \S+|^node\.example\.org \{/m;
  return replaced(text, place, (found) => listening(found, port)).replaceAll(/^ *ssl_certificate.*\n/gm, "");
}

/** Fails where the text has no such place. */
function replaced(text: string, place: RegExp, replacement: (found: string) => string): string {
  if (!place.test(text)) throw new Error(`The configuration has no ${place.source}. `);
  return text.replace(place, replacement);
}

function listening(found: string, port: number): string {
  if (found.includes("listen")) return ` listen 127.0.0.1:${port};`;
  return found.includes("bind") ? ` bind 127.0.0.1:${port}` : `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`;
}

/** What `/etc/nginx/nginx.conf` has around the files of `conf.d`. */
function aroundServer(text: string, directory: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  const http = ["access_log off;", ...paths, text].join("\n");
  return `daemon off;\nworker_processes 1;\npid ${directory}/nginx.pid;\nevents { worker_connections 2048; }\nhttp {\n${http}\n}\n`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => setTimeout(resolve, 20, false));
    socket.once("connect", () => socket.destroy());
  });
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}
