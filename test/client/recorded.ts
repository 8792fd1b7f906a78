import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const EXCHANGES = listIn(readVector("http.json")).map(mapIn);

/** The recorded answer of the exchange of this name in http.json. */
export function recordedBody(name: string): string {
  const exchange = EXCHANGES.find((each) => each.get("name") === name);
  return textIn(exchange?.get("body"));
}
