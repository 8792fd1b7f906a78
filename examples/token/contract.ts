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
  universal,
  type Argument,
} from "chainnode/contract";

/** Who mints: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const token = { space: "token", writer: issuer };
/** The most that exists at any time. */
const cap = "1000000000000000";

const balances = universal("balance", { key: address, value: decimal, default: "0" });
// equivalent: what is burnt is part of the supply
const supply = universal("supply", { value: decimal, default: "0" });
const allowances = universal("allowance", { key, value: decimal, default: "0" });

/** What a spender may still take from an owner. A list is hashed as its JSON: different lists have different texts. */
const allowance = (owner: Argument<"key">, spender: Argument<"key">) =>
  allowances.of(op.hash([owner, spender]));

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Creates an amount for an address. */
export const Mint = contract(
  { ...token, name: "Mint", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer mints. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    require(supply.add(amount).lte(cap), "The supply would exceed the cap. "),
    supply.set(supply.add(amount)),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Destroys an amount of the sender's. */
export const Burn = contract({ ...token, name: "Burn", parameters: { amount: decimal } }, ({ amount }) => [
  require(isAmount(amount), "The amount must be a whole number above zero. "),
  require(balances.of(from).gte(amount), "The balance is too low. "),
  supply.set(supply.sub(amount)),
  balances.of(from).set(balances.of(from).sub(amount)),
]);

/** Moves an amount to another address. */
export const Transfer = contract(
  { ...token, name: "Transfer", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    // Without both conditions, a transfer to oneself creates value: the later write wins.
    require(to.ne(from), "The recipient must be another address. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    require(balances.of(from).gte(amount), "The balance is too low. "),
    balances.of(from).set(balances.of(from).sub(amount)),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/**
 * Lets a spender take up to an amount. The sender says what the allowance is now: a spender who takes the earlier one at the
 * last moment makes this call fail, and cannot take both.
 */
export const Allow = contract(
  { ...token, name: "Allow", parameters: { spender: address, now: decimal, amount: decimal } },
  ({ spender, now, amount }) => [
    require(isAddressText(spender), "The spender must be an address. "),
    require(op.reg_match("/^(0|[1-9][0-9]{0,29})$/D", amount), "The amount must be a whole number. "),
    require(allowance(from, spender).eq(now), "The allowance is another one by now. "),
    allowance(from, spender).set(amount),
  ],
);

/** Moves an amount that its owner allowed the sender to take. */
export const Take = contract(
  { ...token, name: "Take", parameters: { owner: address, to: address, amount: decimal } },
  ({ owner, to, amount }) => [
    require(isAddressText(owner), "The owner must be an address. "),
    require(to.ne(owner), "The recipient must be another address. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    require(allowance(owner, from).gte(amount), "The allowance is too low. "),
    require(balances.of(owner).gte(amount), "The balance is too low. "),
    allowance(owner, from).set(allowance(owner, from).sub(amount)),
    balances.of(owner).set(balances.of(owner).sub(amount)),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** The balance of an address. */
export const BalanceOf = request({ ...token, name: "BalanceOf", parameters: { of: address } }, ({ of }) => [
  respond({ balance: balances.of(of) }),
]);

/** What a spender may still take from an owner. */
export const AllowanceOf = request(
  { ...token, name: "AllowanceOf", parameters: { owner: address, spender: address } },
  ({ owner, spender }) => [respond({ allowance: allowance(owner, spender) })],
);

/** What exists, and the most that can. */
export const Supply = request({ ...token, name: "Supply" }, () => [respond({ supply, cap })]);
