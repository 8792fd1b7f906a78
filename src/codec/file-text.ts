import { ChainError } from "./chain-error.js";
import { utf8ToText } from "./parse-json.js";

/** Text files as the editors and shells of all systems write them. */

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;
const MARK_LENGTH = BYTE_ORDER_MARK.length;

/** The content of a file without a byte order mark and without one last line end. */
export function plainText(content: string): string {
  return content.replace(/^\ufeff/, "").replace(/\r?\n$/, "");
}

/** `plainText` of the bytes of a file. Throws `JSON_ENCODING`, which names the file when it is given. */
export function fileText(bytes: Uint8Array, file?: string): string {
  try {
    return plainText(utf8ToText(bytes));
  } catch (error) {
    throw error instanceof ChainError && file !== undefined ? error.with({ details: { file } }) : error;
  }
}

/** The bytes of a file without a byte order mark, as they arrive. */
export async function* withoutByteOrderMark(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  // The first bytes, until there are enough to tell a mark from text.
  let first: number[] | null = [];
  for await (const chunk of chunks) {
    if (first === null) yield chunk;
    else if (first.length + chunk.length < MARK_LENGTH) first.push(...chunk);
    else {
      yield afterMark(first.length === 0 ? chunk : Uint8Array.from([...first, ...chunk]));
      first = null;
    }
  }
  if (first !== null) yield Uint8Array.from(first);
}

function afterMark(bytes: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? bytes.subarray(MARK_LENGTH) : bytes;
}
