import {
  address,
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

/** Who creates pieces and money: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const nft = { space: "nft", writer: issuer };
const name = { type: text, max: 64 } as const;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** By the hash of the name: a name may hold any characters, a key only hexadecimal ones. */
const owners = universal("owner", { key, value: address });
/** What the owner asks; empty while the piece is not for sale. */
const prices = universal("price", { key, value: decimal });

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Creates an amount of money for an address. */
export const Issue = contract(
  { ...nft, name: "Issue", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer issues money. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Creates the piece of a name, once, for an address. */
export const Mint = contract({ ...nft, name: "Mint", parameters: { name, to: address } }, ({ name, to }) => [
  require(from.eq(issuer), "Only the issuer mints. "),
  require(isAddressText(to), "The recipient must be an address. "),
  require(owners.of(name.hash()).is_null(), "The piece exists. "),
  owners.of(name.hash()).set(to),
]);

/** Gives a piece to another address. It is no longer for sale: the price was that of the earlier owner. */
export const Transfer = contract(
  { ...nft, name: "Transfer", parameters: { name, to: address } },
  ({ name, to }) => [
    require(owners.of(name.hash()).eq(from), "Only the owner gives it away. "),
    require(isAddressText(to), "The recipient must be an address. "),
    owners.of(name.hash()).set(to),
    prices.of(name.hash()).set(null),
  ],
);

/** Offers a piece for a price. */
export const Offer = contract(
  { ...nft, name: "Offer", parameters: { name, price: decimal } },
  ({ name, price }) => [
    require(owners.of(name.hash()).eq(from), "Only the owner offers it. "),
    require(isAmount(price), "The price must be a whole number above zero. "),
    prices.of(name.hash()).set(price),
  ],
);

/** Takes an offer back. */
export const Withdraw = contract({ ...nft, name: "Withdraw", parameters: { name } }, ({ name }) => [
  require(owners.of(name.hash()).eq(from), "Only the owner withdraws it. "),
  prices.of(name.hash()).set(null),
]);

/**
 * Buys a piece for the price and from the seller that the buyer has seen: neither can change before the call takes effect.
 * The seller is a parameter also because a cell whose key is read from another one is not loaded.
 */
export const Buy = contract(
  { ...nft, name: "Buy", parameters: { name, seller: address, price: decimal } },
  ({ name, seller, price }) => [
    require(owners.of(name.hash()).eq(seller), "Another one owns the piece. "),
    require(seller.ne(from), "The piece is yours. "),
    require(isAmount(price), "The price must be a whole number above zero. "),
    require(prices.of(name.hash()).eq(price), "The piece is not for sale at this price. "),
    require(balances.of(from).gte(price), "The balance is too low. "),
    balances.of(from).set(balances.of(from).sub(price)),
    balances.of(seller).set(balances.of(seller).add(price)),
    owners.of(name.hash()).set(from),
    prices.of(name.hash()).set(null),
  ],
);

/** The owner and the price of a piece; null when it does not exist, or is not for sale. */
export const PieceOf = request({ ...nft, name: "PieceOf", parameters: { name } }, ({ name }) => [
  respond({ owner: owners.of(name.hash()), price: prices.of(name.hash()) }),
]);

/** The balance of an address. */
export const BalanceOf = request({ ...nft, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of) }),
]);
