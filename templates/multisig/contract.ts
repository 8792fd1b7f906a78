import {
  address,
  boolean,
  contract,
  decimal,
  from,
  key,
  request,
  require,
  respond,
  text,
  universal,
} from "chainnode/contract";

/** The first accounts of a development chain. Put your own addresses here before you publish. */
const owners = [
  "9515087d3e042a58311814f63d8cb284aec94d092f6b",
  "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb",
  "91493033b6497bf96c2a4d24da0714807563620f066b",
];
const multisig = { space: "__NAME__", writer: owners[0] };
const payment = { type: text, max: 64 } as const;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** What the wallet holds. */
const held = universal("held", { value: decimal, default: "0" });
/** By the hash of the payment's name: the recipient, the amount and the number of approvals. */
const recipients = universal("recipient", { key, value: address });
const amounts = universal("amount", { key, value: decimal, default: "0" });
const approvals = universal("approvals", { key, value: decimal, default: "0" });
/** By the hash of the payment and the owner. */
const approved = universal("approved", { key, value: boolean, default: false });

/** Fills the wallet. */
export const Mint = contract({ ...multisig, name: "Mint", parameters: { amount: decimal } }, ({ amount }) => [
  require(from.in(owners), "Only an owner fills the wallet. "),
  require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
  held.set(held.add(amount)),
]);

/** Proposes a payment. */
export const Propose = contract(
  { ...multisig, name: "Propose", parameters: { payment, to: address, amount: decimal } },
  ({ payment, to, amount }) => {
    const id = payment.hash().as(key);
    return [
      require(from.in(owners), "Only an owner proposes. "),
      require(recipients.of(id).is_null(), "The payment exists. "),
      require(to.strlen().eq(44), "An address has 44 characters. "),
      require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
      recipients.of(id).set(to),
      amounts.of(id).set(amount),
    ];
  },
);

/** Approves a payment, once for each owner. */
export const Approve = contract({ ...multisig, name: "Approve", parameters: { payment } }, ({ payment }) => {
  const id = payment.hash().as(key);
  const own = payment.hash().concat(from).hash().as(key);
  return [
    require(from.in(owners), "Only an owner approves. "),
    require(recipients.of(id).is_string(), "The payment does not exist. "),
    require(approved.of(own).eq(false), "You have approved it. "),
    approved.of(own).set(true),
    approvals.of(id).set(approvals.of(id).add("1")),
  ];
});

/** Pays, once, what two owners have approved. The recipient is a parameter: its cell must be named by one. */
export const Execute = contract(
  { ...multisig, name: "Execute", parameters: { payment, to: address } },
  ({ payment, to }) => {
    const id = payment.hash().as(key);
    return [
      require(from.in(owners), "Only an owner executes. "),
      require(recipients.of(id).eq(to), "The recipient is another one. "),
      require(approvals.of(id).gte("2"), "Two owners must approve it. "),
      require(amounts.of(id).gt("0"), "It has been paid. "),
      require(held.gte(amounts.of(id)), "The wallet holds too little. "),
      held.set(held.sub(amounts.of(id))),
      balances.of(to).set(balances.of(to).add(amounts.of(id))),
      amounts.of(id).set("0"),
    ];
  },
);

/** The balance of an address. */
export const BalanceOf = request(
  { ...multisig, name: "BalanceOf", parameters: { of: address } },
  ({ of }) => [respond({ balance: balances.of(of) })],
);
