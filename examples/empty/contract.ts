import { address, contract, from, request, require, respond, text, universal } from "chainnode/contract";

/** Who publishes it: the first account of a development chain. Put your own address here before you publish. */
const writer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const greeting = { space: "empty", writer };

/** A greeting for each account. */
const greetings = universal("greeting", { key: address, value: text });

/** Keeps a greeting for the sender, in place of an earlier one. */
export const Greet = contract(
  { ...greeting, name: "Greet", parameters: { words: { type: text, max: 100 } } },
  ({ words }) => [require(words.strlen().gt(0), "A greeting has words. "), greetings.of(from).set(words)],
);

/** The greeting of an account. */
export const GreetingOf = request(
  { ...greeting, name: "GreetingOf", parameters: { of: address } },
  ({ of }) => [respond({ words: greetings.of(of) })],
);
