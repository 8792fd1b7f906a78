import {
  address,
  contract,
  decimal,
  from,
  integer,
  key,
  request,
  require,
  respond,
  text,
  timestamp,
  universal,
} from "chainnode/contract";

/** Who mints: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const escrow = { space: "__NAME__", writer: issuer };
const deal = { type: text, max: 64 } as const;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** By the hash of the deal's name. A deal that is over leaves empty cells. */
const buyers = universal("buyer", { key, value: address });
const sellers = universal("seller", { key, value: address });
const amounts = universal("amount", { key, value: decimal, default: "0" });
const deadlines = universal("deadline", { key, value: integer });

/** Creates an amount for an address. */
export const Mint = contract(
  { ...escrow, name: "Mint", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer mints. "),
    require(to.strlen().eq(44), "An address has 44 characters. "),
    require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Locks an amount of the sender, the buyer, for a seller until a time in µs. */
export const Open = contract(
  { ...escrow, name: "Open", parameters: { deal, seller: address, amount: decimal, deadline: integer } },
  ({ deal, seller, amount, deadline }) => {
    const id = deal.hash().as(key);
    return [
      require(buyers.of(id).is_null(), "The deal exists. "),
      require(seller.strlen().eq(44), "An address has 44 characters. "),
      require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
      require(balances.of(from).gte(amount), "The balance is too low. "),
      require(timestamp.lt(deadline), "The deadline has passed. "),
      balances.of(from).set(balances.of(from).sub(amount)),
      buyers.of(id).set(from),
      sellers.of(id).set(seller),
      amounts.of(id).set(amount),
      deadlines.of(id).set(deadline),
    ];
  },
);

/** Pays the seller. The seller is a parameter, because a cell whose key is read from another one is not loaded. */
export const Release = contract(
  { ...escrow, name: "Release", parameters: { deal, seller: address } },
  ({ deal, seller }) => {
    const id = deal.hash().as(key);
    return [
      require(buyers.of(id).eq(from), "Only the buyer releases the amount. "),
      require(sellers.of(id).eq(seller), "The seller is another one. "),
      balances.of(seller).set(balances.of(seller).add(amounts.of(id))),
      buyers.of(id).set(null),
      sellers.of(id).set(null),
      amounts.of(id).set(null),
      deadlines.of(id).set(null),
    ];
  },
);

/** Pays the buyer back after the deadline. */
export const Refund = contract({ ...escrow, name: "Refund", parameters: { deal } }, ({ deal }) => {
  const id = deal.hash().as(key);
  return [
    require(buyers.of(id).eq(from), "Only the buyer is paid back. "),
    require(timestamp.gt(deadlines.of(id).as(integer)), "The deadline has not passed. "),
    balances.of(from).set(balances.of(from).add(amounts.of(id))),
    buyers.of(id).set(null),
    sellers.of(id).set(null),
    amounts.of(id).set(null),
    deadlines.of(id).set(null),
  ];
});

/** The balance of an address. */
export const BalanceOf = request({ ...escrow, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of) }),
]);
