import {
  address,
  boolean,
  contract,
  decimal,
  from,
  isAddressText,
  key,
  op,
  request,
  require,
  respond,
  text,
  universal,
  type Argument,
} from "chainnode/contract";

/** The first accounts of a development chain. Put your own addresses here before you publish. */
const owners = [
  "9515087d3e042a58311814f63d8cb284aec94d092f6b",
  "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb",
  "91493033b6497bf96c2a4d24da0714807563620f066b",
] as const;
/** The approvals that a payment needs. */
const quorum = "2";
/** Who issues money, and publishes the code. */
const [issuer] = owners;
const multisig = { space: "multisig", writer: issuer };
const payment = { type: text, max: 64 } as const;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** What the wallet holds. */
const held = universal("held", { value: decimal, default: "0" });
/** By the hash of the payment's name. A name is used once: what is proposed under it never changes. */
const recipients = universal("recipient", { key, value: address });
const amounts = universal("amount", { key, value: decimal });
const approvals = universal("approvals", { key, value: decimal, default: "0" });
const paid = universal("paid", { key, value: boolean, default: false });
/** By the hash of payment and owner. */
const approved = universal("approved", { key, value: boolean, default: false });

// $eq compares exactly; $in would take two addresses that look like the same number for one.
const isOwner = op.or(from.eq(owners[0]), from.eq(owners[1]), from.eq(owners[2]));

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Creates an amount of money for an address. */
export const Issue = contract(
  { ...multisig, name: "Issue", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer issues money. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Moves an amount of the sender's, who may be anyone, into the wallet. */
export const Deposit = contract(
  { ...multisig, name: "Deposit", parameters: { amount: decimal } },
  ({ amount }) => [
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    require(balances.of(from).gte(amount), "The balance is too low. "),
    balances.of(from).set(balances.of(from).sub(amount)),
    held.set(held.add(amount)),
  ],
);

/** Proposes a payment. */
export const Propose = contract(
  { ...multisig, name: "Propose", parameters: { payment, to: address, amount: decimal } },
  ({ payment, to, amount }) => {
    const id = payment.hash();
    return [
      require(isOwner, "Only an owner proposes. "),
      require(recipients.of(id).is_null(), "The payment exists. "),
      require(isAddressText(to), "The recipient must be an address. "),
      require(isAmount(amount), "The amount must be a whole number above zero. "),
      recipients.of(id).set(to),
      amounts.of(id).set(amount),
    ];
  },
);

/**
 * Approves a payment, once for each owner. It names what it approves: another owner, who proposes something else under the
 * same name a moment earlier, does not get the approval.
 */
export const Approve = contract(
  { ...multisig, name: "Approve", parameters: { payment, to: address, amount: decimal } },
  ({ payment, to, amount }) => {
    const id = payment.hash();
    const own = approved.of(op.hash([payment, from]));
    return [
      require(isOwner, "Only an owner approves. "),
      require(recipients.of(id).eq(to), "The payment has another recipient. "),
      require(amounts.of(id).eq(amount), "The payment has another amount. "),
      require(own.eq(false), "The sender has approved it. "),
      own.set(true),
      approvals.of(id).set(approvals.of(id).add("1")),
    ];
  },
);

/**
 * Pays, once, what enough owners have approved. The recipient is a parameter because a cell whose key is read from another
 * one is not loaded.
 */
export const Execute = contract(
  { ...multisig, name: "Execute", parameters: { payment, to: address } },
  ({ payment, to }) => {
    const id = payment.hash();
    const amount = amounts.of(id).as(decimal);
    return [
      require(isOwner, "Only an owner executes. "),
      require(recipients.of(id).eq(to), "The payment has another recipient. "),
      // equivalent: neither 0 nor 1 is enough
      require(approvals.of(id).gte(quorum), "Two owners must approve it. "),
      require(paid.of(id).eq(false), "It has been paid. "),
      require(held.gte(amount), "The wallet holds too little. "),
      paid.of(id).set(true),
      held.set(held.sub(amount)),
      balances.of(to).set(balances.of(to).add(amount)),
    ];
  },
);

/** A payment: read it before you approve. The recipient is null when it does not exist. */
export const PaymentOf = request(
  { ...multisig, name: "PaymentOf", parameters: { payment } },
  ({ payment }) => {
    const id = payment.hash();
    return [
      respond({
        to: recipients.of(id),
        amount: amounts.of(id),
        approvals: approvals.of(id),
        is_paid: paid.of(id),
      }),
    ];
  },
);

/** What the wallet holds. */
export const Held = request({ ...multisig, name: "Held" }, () => [respond({ held })]);

/** The balance of an address. */
export const BalanceOf = request(
  { ...multisig, name: "BalanceOf", parameters: { of: address } },
  ({ of }) => [respond({ balance: balances.of(of) })],
);
