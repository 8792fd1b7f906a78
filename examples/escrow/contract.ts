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
  type Argument,
} from "chainnode/contract";

/** Who issues money: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const escrow = { space: "escrow", writer: issuer };
const deal = { type: text, max: 64 } as const;
const YEAR_US = 31_536_000_000_000;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** By the id of a deal. They stay when the deal is over, and its amount is "0": the deal cannot be opened again. */
const sellers = universal("seller", { key, value: address });
const arbiters = universal("arbiter", { key, value: address });
const amounts = universal("amount", { key, value: decimal, default: "0" });
const deadlines = universal("deadline", { key, value: integer });

/** Buyers have names of their own: no buyer takes the name of another one. */
const dealId = (buyer: Argument<"key">, deal: Argument<"text">) => op.hash([buyer, deal]);

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Creates an amount of money for an address. */
export const Issue = contract(
  { ...escrow, name: "Issue", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer issues money. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Locks an amount of the sender, the buyer, for a seller. The deadline is a time in µs. */
export const Open = contract(
  {
    ...escrow,
    name: "Open",
    parameters: { deal, seller: address, arbiter: address, amount: decimal, deadline: integer },
  },
  ({ deal, seller, arbiter, amount, deadline }) => {
    const id = dealId(from, deal);
    return [
      require(sellers.of(id).is_null(), "The deal exists. "),
      require(isAddressText(seller), "The seller must be an address. "),
      require(isAddressText(arbiter), "The arbiter must be an address. "),
      require(isAmount(amount), "The amount must be a whole number above zero. "),
      require(balances.of(from).gte(amount), "The balance is too low. "),
      require(deadline.gt(timestamp), "The deadline has passed. "),
      require(deadline.lte(timestamp.add(YEAR_US)), "The deadline must be within a year. "),
      balances.of(from).set(balances.of(from).sub(amount)),
      sellers.of(id).set(seller),
      arbiters.of(id).set(arbiter),
      amounts.of(id).set(amount),
      deadlines.of(id).set(deadline),
    ];
  },
);

/**
 * The buyer pays the seller, at any time. The seller is a parameter, as the buyer is below, because a cell whose key is read
 * from another one is not loaded.
 */
export const Release = contract(
  { ...escrow, name: "Release", parameters: { deal, seller: address } },
  ({ deal, seller }) => {
    const id = dealId(from, deal);
    return [
      require(amounts.of(id).ne("0"), "The deal is not open. "),
      require(sellers.of(id).eq(seller), "The deal has another seller. "),
      amounts.of(id).set("0"),
      balances.of(seller).set(balances.of(seller).add(amounts.of(id))),
    ];
  },
);

/** The seller pays the buyer back, at any time. */
export const Return = contract(
  { ...escrow, name: "Return", parameters: { buyer: address, deal } },
  ({ buyer, deal }) => {
    const id = dealId(buyer, deal);
    return [
      require(isAddressText(buyer), "The buyer must be an address. "),
      require(amounts.of(id).ne("0"), "The deal is not open. "),
      require(sellers.of(id).eq(from), "Only the seller returns the amount. "),
      amounts.of(id).set("0"),
      // equivalent: the buyer has a balance, from which the amount came
      balances.of(buyer).set(balances.of(buyer).add(amounts.of(id))),
    ];
  },
);

/** The arbiter pays one of the two, until the deadline. */
export const Decide = contract(
  { ...escrow, name: "Decide", parameters: { buyer: address, deal, seller: address, for_seller: boolean } },
  ({ buyer, deal, seller, for_seller }) => {
    const id = dealId(buyer, deal);
    const winner = when(for_seller, seller, buyer);
    return [
      require(isAddressText(buyer), "The buyer must be an address. "),
      require(amounts.of(id).ne("0"), "The deal is not open. "),
      require(arbiters.of(id).eq(from), "Only the arbiter decides. "),
      require(sellers.of(id).eq(seller), "The deal has another seller. "),
      require(timestamp.lte(deadlines.of(id).as(integer)), "The deadline has passed. "),
      amounts.of(id).set("0"),
      balances.of(winner).set(balances.of(winner).add(amounts.of(id))),
    ];
  },
);

/** Pays the buyer back after the deadline. */
export const Refund = contract({ ...escrow, name: "Refund", parameters: { deal } }, ({ deal }) => {
  const id = dealId(from, deal);
  return [
    require(amounts.of(id).ne("0"), "The deal is not open. "),
    require(timestamp.gt(deadlines.of(id).as(integer)), "The deadline has not passed. "),
    amounts.of(id).set("0"),
    // equivalent: the buyer has a balance, from which the amount came
    balances.of(from).set(balances.of(from).add(amounts.of(id))),
  ];
});

/** A deal: read it before you deliver. The amount is "0" when it is over. */
export const DealOf = request(
  { ...escrow, name: "DealOf", parameters: { buyer: address, deal } },
  ({ buyer, deal }) => {
    const id = dealId(buyer, deal);
    return [
      respond({
        seller: sellers.of(id),
        arbiter: arbiters.of(id),
        amount: amounts.of(id),
        deadline: deadlines.of(id),
      }),
    ];
  },
);

/** The balance of an address. */
export const BalanceOf = request({ ...escrow, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of) }),
]);
