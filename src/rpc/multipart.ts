import { MAX_FORM_FIELDS } from "./limits.js";
import { bytesToText } from "./urlencoded.js";
import * as errors from "./errors.js";

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name=(?:"([^"]*)"|([^\s;"]+))/im;
const FILE_NAME = /^content-disposition:.*;\s*filename\*?=/im;

/**
 * The fields of a multipart form (RFC 7578), given as one character a byte. The form is held in memory, since the
 * size of a body is bounded. Files are refused: no operation takes one.
 *
 * Throws `MULTIPART`, `JSON_ENCODING` or `FORM_FIELDS`.
 */
export function parseMultipart(bytes: string, contentType: string): ReadonlyMap<string, string> {
  const match = BOUNDARY.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw errors.multipart({ reason: "the content type names no boundary" });

  // The first delimiter may be at the very start. Every other one follows a line end, which belongs to it.
  const parts = `\r\n${bytes}`.split(`\r\n--${boundary}`, MAX_FORM_FIELDS + 3);
  if (parts.length > MAX_FORM_FIELDS + 2) throw errors.formFields({ limit: MAX_FORM_FIELDS });
  // The preamble is before the first delimiter; the closing mark and the epilogue are after the last one.
  if (parts.at(-1)?.startsWith("--") !== true)
    throw errors.multipart({ reason: "it does not end with its boundary" });
  return new Map(parts.slice(1, -1).map(parsePart));
}

function parsePart(part: string): readonly [string, string] {
  const start = /^[ \t]*\r\n/.exec(part)?.[0].length;
  const end = part.indexOf("\r\n\r\n");
  if (start === undefined || end < 0) throw errors.multipart({ reason: "a part has no headers" });
  const headers = part.slice(start, end);
  if (FILE_NAME.test(headers)) {
    throw errors.multipart({ reason: "files are not supported" });
  }
  const name = NAME.exec(headers);
  if (name === null) throw errors.multipart({ reason: "a part has no name" });
  return [bytesToText(name[1] ?? name[2] ?? ""), bytesToText(part.slice(end + 4))];
}
