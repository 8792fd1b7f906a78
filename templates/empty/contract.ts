import { address, contract, from, request, require, respond, text, universal } from "chainnode/contract";

/** Who publishes it: the first account of a development chain. Put your own address here before you publish. */
const writer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";

/** A greeting for each account. */
const greetings = universal("greeting", { key: address, value: text });

export const Greet = contract(
  { space: "__NAME__", writer, name: "Greet", parameters: { words: { type: text, max: 100 } } },
  ({ words }) => [require(words.strlen().gt(0), "A greeting has words. "), greetings.of(from).set(words)],
);

export const GreetingOf = request(
  { space: "__NAME__", writer, name: "GreetingOf", parameters: { of: address } },
  ({ of }) => [respond({ words: greetings.of(of) })],
);
