import {
  address,
  contract,
  decimal,
  from,
  literal,
  op,
  request,
  require,
  respond,
  universal,
  when,
} from "../../src/contract/index.js";

/** A token as its author writes it, with the fee of an exchange. */
export const ISSUER = "9515087d3e042a58311814f63d8cb284aec94d092f6b";

const balances = universal("balance", { key: address, value: decimal, default: "0" });
const fees = universal("fees", { value: decimal, default: "0" });

const token = { space: "token", writer: ISSUER } as const;

export const Transfer = contract(
  { ...token, name: "Transfer", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(amount.gt("0").and(amount.scale().eq(0)), "The amount must be a whole number above zero. "),
    require(from.ne(to).and(to.strlen().eq(44)), "The recipient must be another address. "),
    require(balances.of(from).gte(amount), "The balance is too low. "),
    balances.of(from).set(balances.of(from).sub(amount)),
    balances.of(to).set(balances.of(to).add(amount.sub(amount.mul("0.05", { scale: 0 })))),
    fees.set(fees.add(amount.mul("0.05", { scale: 0 }))),
  ],
);

export const Mint = contract(
  { ...token, name: "Mint", version: "2", parameters: { amount: decimal } },
  ({ amount }) => [
    require(from.eq(ISSUER), "Only the issuer mints. "),
    when(amount.gt("0"), balances.of(from).set(balances.of(from).add(amount)), null),
  ],
);

export const BalanceOf = request({ ...token, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of), blocks: op.block_count(), one: literal("1").add("0.5") }),
]);
