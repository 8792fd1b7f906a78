import type { Intercept } from "./explorer-proxy.js";

/** The paths that a node of 2.1 has, as far as the page asks them. */
const OLD_PATHS: ReadonlySet<string> = new Set([
  "/ping",
  "/info",
  "/peer",
  "/round",
  "/broadcast",
  "/request",
  "/rawrequest",
]);

/** Answers what a node of 2.1 answers: it has none of the operations that chainnode added. */
export const answerAsOldNode: Intercept = (request, response, passed) => {
  const path = request.url?.split("?", 1)[0] ?? "";
  if (OLD_PATHS.has(path)) passed(request, response);
  else
    response
      .writeHead(404, { "content-type": "application/json" })
      .end('{"code":404,"status":"fail","msg":"Api not found. "}');
};
