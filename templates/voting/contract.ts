import {
  address,
  boolean,
  contract,
  decimal,
  from,
  integer,
  key,
  op,
  request,
  require,
  respond,
  text,
  timestamp,
  universal,
  when,
} from "chainnode/contract";

/** Who asks: the first account of a development chain. Put your own address here before you publish. */
const chair = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const voting = { space: "__NAME__", writer: chair };
const question = { type: text, max: 200 } as const;

/** By the hash of the question: its end in µs, and the votes. */
const ends = universal("end", { key, value: integer });
const yes = universal("yes", { key, value: decimal, default: "0" });
const no = universal("no", { key, value: decimal, default: "0" });
/** By the hash of the question and the voter. */
const voted = universal("voted", { key, value: boolean, default: false });

/** Asks a question until a time in µs. */
export const Ask = contract(
  { ...voting, name: "Ask", parameters: { question, end: integer } },
  ({ question, end }) => [
    require(from.eq(chair), "Only the chair asks. "),
    require(ends.of(question.hash().as(key)).is_null(), "It has been asked. "),
    require(timestamp.lt(end), "The end has passed. "),
    ends.of(question.hash().as(key)).set(end),
  ],
);

/** Votes, once for each account. */
export const Vote = contract(
  { ...voting, name: "Vote", parameters: { question, agrees: boolean } },
  ({ question, agrees }) => {
    const id = question.hash().as(key);
    const ballot = question.hash().concat(from).hash().as(key);
    return [
      require(ends.of(id).is_int(), "It has not been asked. "),
      require(voted.of(ballot).eq(false), "You have voted. "),
      require(timestamp.lte(ends.of(id).as(integer)), "The vote is over. "),
      voted.of(ballot).set(true),
      // Both branches are evaluated, and the one that is chosen is written.
      when(agrees, yes.of(id).set(yes.of(id).add("1")), no.of(id).set(no.of(id).add("1"))),
    ];
  },
);

/** The votes for and against. */
export const Result = request({ ...voting, name: "Result", parameters: { question } }, ({ question }) => [
  respond({ yes: yes.of(question.hash().as(key)), no: no.of(question.hash().as(key)) }),
]);
