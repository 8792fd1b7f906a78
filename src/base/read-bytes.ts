import type { IncomingMessage } from "node:http";
import { bodyTooLarge } from "./errors.js";

/** Returns the body of a request as it is sent. Throws `BODY_TOO_LARGE` as soon as it exceeds the limit. */
export async function readBytes(request: IncomingMessage, maxSize: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) {
      // The rest is discarded as it arrives: the client reads the answer only after it has sent everything.
      request.resume();
      throw bodyTooLarge({ limit: maxSize });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
