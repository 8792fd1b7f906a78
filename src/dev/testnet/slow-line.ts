import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

interface Line {
  /** How long each byte takes, ms. */
  readonly delayMs: () => number;
  /** Told of all bytes before they pass. Those for which it returns false are lost. */
  readonly passes?: (bytes: Buffer) => boolean;
  /** Whether the end passes too. */
  readonly ends?: () => boolean;
}

/** What may be on its way on one line. A line that holds more takes no more until some has arrived. */
const MAX_ON_THE_WAY = 4 * 1024 * 1024;

/** Passes on what a socket receives, after a delay and in order, and the end of it. */
export function passLater(
  from: Socket,
  to: Socket,
  { delayMs, passes = () => true, ends = () => true }: Line,
): void {
  let last = Promise.resolve();
  let bytesUnderWay = 0;
  const arrived = (bytes: Buffer): void => {
    bytesUnderWay -= bytes.length;
    if (bytesUnderWay <= MAX_ON_THE_WAY) from.resume();
  };
  from.on("data", (bytes: Buffer) => {
    if (!passes(bytes)) return;
    bytesUnderWay += bytes.length;
    if (bytesUnderWay > MAX_ON_THE_WAY) from.pause();
    const due = delayMs() === 0 ? undefined : delay(delayMs(), undefined, { ref: false });
    // In their order, also when the delay changes.
    last = last.then(() => due).then(() => void to.write(bytes, () => arrived(bytes)));
  });
  from.on("error", () => to.destroy());
  from.on("close", () => {
    if (ends()) void last.then(() => to.destroySoon());
  });
}

/** A server on loopback that leads to another port, as if that one were far away. The caller listens and closes. */
export function createSlowLine(port: () => number | null, delayMs: number): Server {
  return createServer((caller) => {
    const target = port();
    if (target === null) {
      caller.destroy();
      return;
    }
    const upstream = connect({ host: "127.0.0.1", port: target });
    passLater(caller, upstream, { delayMs: () => delayMs });
    passLater(upstream, caller, { delayMs: () => delayMs });
  });
}
