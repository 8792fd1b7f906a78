import { address, contract, decimal, from, request, require, respond, universal } from "chainnode/contract";

/** Who mints: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const token = { space: "__NAME__", writer: issuer };

const balances = universal("balance", { key: address, value: decimal, default: "0" });

/** Creates an amount for an address. */
export const Mint = contract(
  { ...token, name: "Mint", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer mints. "),
    require(to.strlen().eq(44), "An address has 44 characters. "),
    require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Moves an amount to another address. */
export const Transfer = contract(
  { ...token, name: "Transfer", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    // Without both conditions, a transfer to oneself creates value: the later write wins.
    require(to.ne(from), "The recipient must be another address. "),
    require(to.strlen().eq(44), "An address has 44 characters. "),
    require(amount.is_numeric().and(amount.gt("0")), "The amount must be greater than zero. "),
    require(balances.of(from).gte(amount), "The balance is too low. "),
    balances.of(from).set(balances.of(from).sub(amount)),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** The balance of an address. */
export const BalanceOf = request({ ...token, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of) }),
]);
