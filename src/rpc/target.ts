/**
 * Scheme and authority of a target, the path, and the query. What follows `//` at the beginning is an authority, also
 * without a scheme (http.json, GET //ping). A fragment belongs to none of them.
 */
const PARTS = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i;

/**
 * Returns the target of a request in the one form that every gate, route and label reads: a path and its query
 * (PROTOCOL 13.1). Scheme, authority and fragment are removed and repeated slashes joined.
 */
export function normalTarget(target = "/"): string {
  const [, path = "", query = ""] = PARTS.exec(target) ?? [];
  return `/${path}`.replace(/\/{2,}/g, "/") + query;
}

export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}
