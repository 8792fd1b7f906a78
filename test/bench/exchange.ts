import { request, type Agent } from "node:http";

/** One exchange over a kept connection: GET, or POST of a urlencoded form. Returns the status. */
export function exchange(agent: Agent, url: string, form?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options =
      form === undefined
        ? { agent }
        : {
            agent,
            method: "POST",
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              "content-length": Buffer.byteLength(form),
            },
          };
    const sent = request(url, options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(form);
  });
}
