import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { isSignatureValid } from "../../src/codec/ed25519.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToText } from "../../src/codec/text.js";
import { isList, memberOf, type Value } from "../../src/codec/value.js";
import { hashSignedRecord, readSignedRecord } from "../../src/records/signed-record.js";

/** A line between nodes and their signer, which sees each signature that leaves the signer. */
export interface RecordedSigner {
  /** How many chunks and hypotheses were signed. */
  readonly signed: number;
  /** What must not be: two signatures for one round key and date, a wrong one, or a refusal beyond a failover. */
  readonly faults: readonly string[];
  /** Called when the signer has started: it signs nothing dated so or earlier, µs. */
  noteStart(silentUntilUs: number): void;
  close(): Promise<void>;
}

/** What one connection said last. */
interface Connection {
  request: Value;
  hasLease: boolean;
  /** What it asks for with this date or an earlier one may be refused: others had the signer then, µs. */
  excusedUpTo: number;
}

export async function openRecordedSigner(path: string, signerPath: string): Promise<RecordedSigner> {
  const hashes = new Map<string, string>();
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  let publicKey = "";
  let latest = 0;

  const noteSigned = (record: Value, signature: Value | undefined): void => {
    const read = readSignedRecord(record);
    const hash = hashSignedRecord(read);
    if (!isSignatureValid(hash, publicKey, valueToText(signature ?? null)))
      faults.push(`a wrong signature of ${hash}`);
    if (!("s_timestamp" in read)) return;
    const place = `${read.kind} ${read.previous_blockhash} ${read.s_timestamp}`;
    if ((hashes.get(place) ?? hash) !== hash) faults.push(`two signatures for ${place}`);
    hashes.set(place, hash);
    latest = Math.max(latest, read.s_timestamp);
  };
  const note = (connection: Connection, answer: Value): void => {
    const records = memberOf(connection.request, "sign");
    const signatures = memberOf(answer, "signatures");
    const code = memberOf(memberOf(answer, "error"), "code");
    const named = memberOf(answer, "public_key");
    if (named !== undefined) {
      publicKey = valueToText(named);
      const hasLease = memberOf(answer, "held") === true;
      if (hasLease && !connection.hasLease) connection.excusedUpTo = latest;
      connection.hasLease = hasLease;
    }
    if (!isList(records)) return;
    if (isList(signatures))
      for (const [index, record] of records.entries()) noteSigned(record, signatures[index]);
    else if (code !== "SIGNER_LEASE" && records.some((record) => !isExcused(connection, record)))
      faults.push(`${valueToText(code ?? null)} beyond a failover`);
  };
  const isExcused = ({ excusedUpTo }: Connection, record: Value): boolean =>
    Number(memberOf(record, "s_timestamp")) <= excusedUpTo;

  const server = createServer((client) => {
    const upstream = connect(signerPath);
    const connection: Connection = { request: null, hasLease: false, excusedUpTo: 0 };
    for (const [from, to, take] of [
      [client, upstream, (request: Value): unknown => (connection.request = request)],
      [upstream, client, (answer: Value): void => note(connection, answer)],
    ] as const) {
      sockets.add(from);
      let text = "";
      from.on("data", (piece: Buffer) => {
        text += piece.toString();
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        // Noted before it is passed on: nothing that is missing here can have been used.
        for (const line of lines) take(parseJson(line));
        to.write(piece);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(path);
  await once(server, "listening");
  return {
    get signed() {
      return hashes.size;
    },
    faults,
    noteStart: (silentUntilUs) => (latest = Math.max(latest, silentUntilUs)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
