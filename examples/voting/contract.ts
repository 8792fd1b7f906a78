import {
  address,
  boolean,
  contract,
  decimal,
  from,
  integer,
  isAddressText,
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

/** Who keeps the members and asks: the first account of a development chain. Put your own address here before you publish. */
const chair = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const voting = { space: "voting", writer: chair };
const question = { type: text, max: 200 } as const;
const YEAR_US = 31_536_000_000_000;

/** Since when an address is a member, in µs; 0 for other addresses. Anyone can make any number of addresses. */
const members = universal("member", { key: address, value: integer, default: 0 });
/** By the hash of the question: when it was asked, its end in µs, and the votes. */
const asked = universal("asked", { key, value: integer });
const ends = universal("end", { key, value: integer });
const yes = universal("yes", { key, value: decimal, default: "0" });
const no = universal("no", { key, value: decimal, default: "0" });
/** By the hash of question and voter. */
const voted = universal("voted", { key, value: boolean, default: false });

/** Makes an address a member. */
export const Enrol = contract({ ...voting, name: "Enrol", parameters: { member: address } }, ({ member }) => [
  require(from.eq(chair), "Only the chair enrols. "),
  require(isAddressText(member), "A member must be an address. "),
  // Who is enrolled again would lose the vote on what was asked before.
  require(members.of(member).eq(0), "It is a member. "),
  members.of(member).set(timestamp),
]);

/** Ends a membership. */
export const Remove = contract(
  { ...voting, name: "Remove", parameters: { member: address } },
  ({ member }) => [
    require(from.eq(chair), "Only the chair removes. "),
    require(isAddressText(member), "A member must be an address. "),
    members.of(member).set(null),
  ],
);

/** Asks a question until a time in µs. */
export const Ask = contract(
  { ...voting, name: "Ask", parameters: { question, end: integer } },
  ({ question, end }) => [
    require(from.eq(chair), "Only the chair asks. "),
    require(asked.of(question.hash()).is_null(), "It has been asked. "),
    require(end.gt(timestamp), "The end has passed. "),
    require(end.lte(timestamp.add(YEAR_US)), "The end must be within a year. "),
    asked.of(question.hash()).set(timestamp),
    ends.of(question.hash()).set(end),
  ],
);

/** Votes, once for each member. Who becomes a member after the question does not vote on it. */
export const Vote = contract(
  { ...voting, name: "Vote", parameters: { question, agrees: boolean } },
  ({ question, agrees }) => {
    const id = question.hash();
    const ballot = voted.of(op.hash([question, from]));
    return [
      require(asked.of(id).is_int(), "It has not been asked. "),
      require(members.of(from).ne(0), "Only members vote. "),
      require(members.of(from).lt(asked.of(id).as(integer)), "The sender was no member when it was asked. "),
      require(ballot.eq(false), "The sender has voted. "),
      require(timestamp.lte(ends.of(id).as(integer)), "The vote is over. "),
      ballot.set(true),
      // Both branches are evaluated, and the one that is chosen is written.
      when(agrees, yes.of(id).set(yes.of(id).add("1")), no.of(id).set(no.of(id).add("1"))),
    ];
  },
);

/** The votes. They are final when the chain has a block that is not earlier than the end: later calls are later than it. */
export const Result = request({ ...voting, name: "Result", parameters: { question } }, ({ question }) => {
  const id = question.hash();
  const last = op.get_block().get("s_timestamp").as(integer);
  return [
    require(asked.of(id).is_int(), "It has not been asked. "),
    respond({
      yes: yes.of(id),
      no: no.of(id),
      end: ends.of(id),
      is_final: last.gte(ends.of(id).as(integer)),
    }),
  ];
});
