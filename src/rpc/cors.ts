import { CHAIN_HEADERS } from "./chain-height.js";

/** The headers that let a page of any origin read an answer and what its headers say (PROTOCOL 13.2). */
export const READABLE_BY_PAGES: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": `${CHAIN_HEADERS}, etag, retry-after, allow`,
};

/** The headers that pages may send, where a browser does not ask for some by name. */
const USUAL_HEADERS = "accept, content-type, last-event-id, x-requested-with";

/**
 * The headers of the answer to OPTIONS, which a browser asks before it sends what a form cannot (PROTOCOL 13.2).
 *
 * @param asked the value of `Access-Control-Request-Headers`. All are allowed: without cookies or passwords of the browser,
 * a page sends nothing that a program could not.
 */
export function preflightHeaders(
  methods: readonly string[],
  asked: string,
): Readonly<Record<string, string>> {
  const allowed = [...methods, "OPTIONS"].join(", ");
  return {
    allow: allowed,
    "access-control-allow-methods": allowed,
    "access-control-allow-headers": asked === "" ? USUAL_HEADERS : asked,
    "access-control-max-age": "86400",
    vary: "access-control-request-headers",
  };
}
