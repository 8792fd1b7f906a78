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
  require,
  text,
  timestamp,
  universal,
  when,
  type Argument,
  type Code,
} from "../../src/contract/index.js";

const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const stream = { space: "stream", writer: issuer };
const name = { type: text, max: 64 } as const;
const YEAR_US = 31_536_000_000_000;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** By the hash of payer and name. */
const payees = universal("payee", { key, value: address });
const totals = universal("amount", { key, value: decimal, default: "0" });
const inbox = universal("inbox", { key: address, value: text, default: "" });
const paid = universal("paid", { key, value: decimal, default: "0" });
const starts = universal("start", { key, value: integer });
const cliffs = universal("cliff", { key, value: integer });
const ends = universal("end", { key, value: integer });
const cancelled = universal("cancelled", { key, value: boolean, default: false });

type Address = Parameters<typeof balances.of>[0];

/** The bugs that can be planted. */
export const BUGS = [
  "no cap",
  "no order",
  "own stream",
  "alias",
  "cancelled twice",
  "anyone cancels",
  "any payee",
  "negative",
  "joined key",
  "not counted",
  "reopen",
  "rounded up",
  "growing inbox",
  "any recipient",
] as const;
export type Bug = (typeof BUGS)[number];

const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Streams of money that are released by time: correct, or with a bug. */
export function streamCodes(bug: Bug | null = null): readonly Code[] {
  const unless = <T>(other: Bug, ...parts: readonly T[]): readonly T[] => (bug === other ? [] : parts);
  const only = <T>(other: Bug, ...parts: readonly T[]): readonly T[] => (bug === other ? parts : []);
  const idOf = (payer: Argument<"key">, name: Argument<"text">) =>
    op.hash(bug === "joined key" ? op.concat(payer, name) : [payer, name]);

  const Issue = contract(
    { ...stream, name: "Issue", parameters: { to: address, amount: decimal } },
    ({ to, amount }) => [
      require(from.eq(issuer), "Only the issuer issues money. "),
      require(isAddressText(to), "The recipient must be an address. "),
      require(isAmount(amount), "The amount must be a whole number above zero. "),
      balances.of(to).set(balances.of(to).add(amount)),
    ],
  );

  const Open = contract(
    {
      ...stream,
      name: "Open",
      parameters: { name, to: address, amount: decimal, start: integer, cliff: integer, end: integer },
    },
    ({ name, to, amount, start, cliff, end }) => {
      const id = idOf(from, name);
      return [
        ...unless("reopen", require(payees.of(id).is_null(), "The stream exists. ")),
        ...unless(
          "own stream",
          require(bug === "alias"
            ? to.ne(from)
            : isAddressText(to).and(to.ne(from)), "The payee must be another address. "),
        ),
        require(isAmount(amount), "The amount must be a whole number above zero. "),
        require(balances.of(from).gte(amount), "The balance is too low. "),
        require(start.gte(timestamp), "The start has passed. "),
        ...unless(
          "no order",
          require(cliff
            .gte(start)
            .and(end.gt(start))
            .and(cliff.lte(end)), "Start, cliff and end must be in order. "),
        ),
        require(end.lte(timestamp.add(YEAR_US)), "The end must be within a year. "),
        balances.of(from).set(balances.of(from).sub(amount)),
        payees.of(id).set(to),
        totals.of(id).set(amount),
        starts.of(id).set(start),
        cliffs.of(id).set(cliff),
        ends.of(id).set(end),
        ...only("growing inbox", inbox.of(to).set(op.concat(inbox.of(to), name))),
      ];
    },
  );

  /** What a stream has released until now, truncated. */
  const released = (id: Argument<"key">) => {
    const start = starts.of(id).as(integer);
    const end = ends.of(id).as(integer);
    const exact = op.precise_div(totals.of(id).mul(timestamp.sub(start)), end.sub(start), 0);
    const part = bug === "rounded up" ? exact.add("1") : exact;
    const capped = bug === "no cap" ? part : when(timestamp.gte(end), totals.of(id), part);
    return bug === "negative" ? capped : when(timestamp.lt(cliffs.of(id).as(integer)), op.add("0"), capped);
  };

  const Withdraw = contract(
    { ...stream, name: "Withdraw", parameters: { payer: address, name } },
    ({ payer, name }) => {
      const id = idOf(payer, name);
      const open = released(id).sub(paid.of(id));
      return [
        ...unless("any payee", require(payees.of(id).eq(from), "The stream is not the sender's. ")),
        require(cancelled.of(id).eq(false), "The stream is cancelled. "),
        ...unless("negative", require(open.gt("0"), "There is nothing to withdraw. ")),
        ...unless("not counted", paid.of(id).set(paid.of(id).add(open))),
        balances.of(from).set(balances.of(from).add(open)),
      ];
    },
  );

  /** Pays the payee what is released, and the payer the rest. */
  const cancel = (payer: Address, name: Argument<"text">, to: Address) => {
    const id = idOf(payer, name);
    const open = released(id).sub(paid.of(id));
    return [
      ...unless("any recipient", require(payees.of(id).eq(to), "The stream has another payee. ")),
      require(cancelled.of(id).eq(false), "The stream is cancelled. "),
      ...unless("cancelled twice", cancelled.of(id).set(true), paid.of(id).set(totals.of(id))),
      balances.of(to).set(balances.of(to).add(open)),
      balances.of(payer).set(balances.of(payer).add(totals.of(id).sub(released(id)))),
    ];
  };
  const Cancel =
    bug === "anyone cancels"
      ? contract(
          { ...stream, name: "Cancel", parameters: { payer: address, name, to: address } },
          ({ payer, name, to }) => cancel(payer, name, to),
        )
      : contract({ ...stream, name: "Cancel", parameters: { name, to: address } }, ({ name, to }) =>
          cancel(from, name, to),
        );

  return [Issue, Open, Withdraw, Cancel];
}
