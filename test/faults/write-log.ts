/** What one process did to the files of a directory, as strace saw it. */
export type WriteEvent =
  | { readonly kind: "write"; readonly name: string; readonly data: Buffer; readonly offset: number | null }
  | { readonly kind: "truncate"; readonly name: string; readonly length: number }
  | { readonly kind: "sync"; readonly name: string }
  | { readonly kind: "rename"; readonly name: string; readonly to: string }
  | { readonly kind: "unlink"; readonly name: string }
  /** A line on stderr. */
  | { readonly kind: "said"; readonly text: string };

/** The flags with which strace writes such a log: every byte as hex, every descriptor with its path. */
export const LOGGING = [
  "-f",
  "--seccomp-bpf",
  "-qqq",
  "-y",
  "-xx",
  "-s",
  "16000000",
  "-e",
  "trace=pwrite64,write,ftruncate,fsync,fdatasync,rename,unlink,openat",
];

/** Reads the log of strace in the order in which the calls ended. */
export function readWriteLog(text: string, directory: string): readonly WriteEvent[] {
  const begun = new Map<string, string>();
  const events: WriteEvent[] = [];
  for (const line of text.split("\n")) {
    const [, thread = "", call = ""] = /^([0-9]+) +(.*)$/.exec(line) ?? [];
    if (call.endsWith("<unfinished ...>")) {
      begun.set(thread, call.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const rest = /^<\.\.\. [a-z0-9_]+ resumed>(.*)$/.exec(call)?.[1];
    const event = readCall(rest === undefined ? call : (begun.get(thread) ?? "") + rest, `${directory}/`);
    if (event !== null) events.push(event);
  }
  return events;
}

function readCall(call: string, place: string): WriteEvent | null {
  if (/\) += -1 /.test(call)) return null;
  const [, name = "", parameters = ""] = /^([a-z0-9_]+)\((.*)\) += /.exec(call) ?? [];
  const strings = [...parameters.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) => bytesOf(hex));
  const [, descriptor = "", hexPath = ""] = /^([0-9]+)<((?:\\x[0-9a-f]{2})*)>/.exec(parameters) ?? [];
  const path = bytesOf(hexPath).toString();
  if (name === "write" && descriptor === "2") return { kind: "said", text: String(strings[0] ?? "") };
  if (name === "rename" || name === "unlink") {
    const [from = "", to = ""] = strings.map((string) => within(string.toString(), place));
    if (from === "") return null;
    return name === "rename" ? { kind: "rename", name: from, to } : { kind: "unlink", name: from };
  }
  if (name === "openat") {
    const opened = within(String(strings[0] ?? ""), place);
    return opened !== "" && parameters.includes("O_TRUNC")
      ? { kind: "truncate", name: opened, length: 0 }
      : null;
  }
  const file = within(path, place);
  if (file === "") return null;
  const last = Number(/, ([0-9]+) *$/.exec(parameters)?.[1]);
  if (name === "fsync" || name === "fdatasync") return { kind: "sync", name: file };
  if (name === "ftruncate") return { kind: "truncate", name: file, length: last };
  const [data] = strings;
  if (data === undefined) return null;
  return { kind: "write", name: file, data, offset: name === "pwrite64" ? last : null };
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}

/** The name of a file in the directory, empty for other files. */
function within(path: string, place: string): string {
  return path.startsWith(place) ? path.slice(place.length) : "";
}
