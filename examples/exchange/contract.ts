import {
  address,
  contract,
  decimal,
  from,
  isAddressText,
  op,
  request,
  require,
  respond,
  universal,
  type Argument,
} from "chainnode/contract";

/** Who issues gold and silver: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const exchange = { space: "exchange", writer: issuer };

/** The two goods: what each address has, and what the pool holds. */
const gold = {
  of: universal("gold", { key: address, value: decimal, default: "0" }).of,
  // equivalent: an empty pool has no shares, and gives 0
  pool: universal("pool gold", { value: decimal, default: "0" }),
};
const silver = {
  of: universal("silver", { key: address, value: decimal, default: "0" }).of,
  // equivalent: an empty pool has no shares, and gives 0
  pool: universal("pool silver", { value: decimal, default: "0" }),
};
type Good = typeof gold | typeof silver;
/** The shares of the pool: those of each address, and all of them. */
const shares = universal("share", { key: address, value: decimal, default: "0" });
// equivalent: who sells shares has some, so they are issued
const issued = universal("shares", { value: decimal, default: "0" });

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);
/** A whole number, zero or above. */
const isLimit = (amount: Argument<"text">) => op.reg_match("/^(0|[1-9][0-9]{0,29})$/D", amount);

const issue = (name: string, good: Good) =>
  contract({ ...exchange, name, parameters: { to: address, amount: decimal } }, ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer issues. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    good.of(to).set(good.of(to).add(amount)),
  ]);

/** Creates gold for an address. */
export const IssueGold = issue("IssueGold", gold);
/** Creates silver for an address. */
export const IssueSilver = issue("IssueSilver", silver);

/** Fills the empty pool, and so sets the first price. The sender gets one share for each unit of gold. */
export const Open = contract(
  { ...exchange, name: "Open", parameters: { gold: decimal, silver: decimal } },
  (amount) => [
    require(issued.eq("0"), "The pool is open. "),
    require(isAmount(amount.gold).and(isAmount(amount.silver)), "Both must be whole numbers above zero. "),
    require(gold.of(from).gte(amount.gold), "There is too little gold. "),
    require(silver.of(from).gte(amount.silver), "There is too little silver. "),
    gold.of(from).set(gold.of(from).sub(amount.gold)),
    silver.of(from).set(silver.of(from).sub(amount.silver)),
    gold.pool.set(amount.gold),
    silver.pool.set(amount.silver),
    shares.of(from).set(amount.gold),
    issued.set(amount.gold),
  ],
);

/**
 * Buys shares for gold and silver in the ratio of the pool, each rounded up: what rounding takes, the pool gains. The sender
 * names the most to give, because others change the ratio.
 */
export const Provide = contract(
  { ...exchange, name: "Provide", parameters: { shares: decimal, most_gold: decimal, most_silver: decimal } },
  ({ shares: bought, most_gold, most_silver }) => {
    const priceIn = (good: Good) => bought.mul(good.pool).add(issued).sub("1").div(issued);
    return [
      require(issued.ne("0"), "The pool is not open. "),
      require(isAmount(bought), "The shares must be a whole number above zero. "),
      require(isLimit(most_gold).and(isLimit(most_silver)), "The most must be whole numbers. "),
      require(priceIn(gold).lte(most_gold), "It takes more gold. "),
      require(priceIn(silver).lte(most_silver), "It takes more silver. "),
      require(gold.of(from).gte(priceIn(gold)), "There is too little gold. "),
      require(silver.of(from).gte(priceIn(silver)), "There is too little silver. "),
      gold.of(from).set(gold.of(from).sub(priceIn(gold))),
      silver.of(from).set(silver.of(from).sub(priceIn(silver))),
      gold.pool.set(gold.pool.add(priceIn(gold))),
      silver.pool.set(silver.pool.add(priceIn(silver))),
      shares.of(from).set(shares.of(from).add(bought)),
      issued.set(issued.add(bought)),
    ];
  },
);

/** Sells shares for their part of the pool, rounded down. The sender names the least to take. */
export const Withdraw = contract(
  {
    ...exchange,
    name: "Withdraw",
    parameters: { shares: decimal, least_gold: decimal, least_silver: decimal },
  },
  ({ shares: sold, least_gold, least_silver }) => {
    const partOf = (good: Good) => sold.mul(good.pool).div(issued);
    return [
      require(isAmount(sold), "The shares must be a whole number above zero. "),
      require(isLimit(least_gold).and(isLimit(least_silver)), "The least must be whole numbers. "),
      require(shares.of(from).gte(sold), "The sender has fewer shares. "),
      require(partOf(gold).gte(least_gold), "It gives less gold. "),
      require(partOf(silver).gte(least_silver), "It gives less silver. "),
      // equivalent: who has shares has a balance, which paid for them
      gold.of(from).set(gold.of(from).add(partOf(gold))),
      // equivalent: who has shares has a balance, which paid for them
      silver.of(from).set(silver.of(from).add(partOf(silver))),
      gold.pool.set(gold.pool.sub(partOf(gold))),
      silver.pool.set(silver.pool.sub(partOf(silver))),
      shares.of(from).set(shares.of(from).sub(sold)),
      issued.set(issued.sub(sold)),
    ];
  },
);

/**
 * What the pool gives for an amount: as much as keeps the product of both goods, less a fee of 0.3 %, rounded down. The
 * product, divided by the square of the shares, never falls. An empty pool gives 0.
 */
const givenFor = (amount: Argument<"number">, paid: Good, taken: Good) => {
  const counted = op.mul(amount, "997");
  return counted.mul(taken.pool).div(paid.pool.mul("1000").add(counted));
};

const buy = (name: string, taken: Good, paid: Good) =>
  contract({ ...exchange, name, parameters: { amount: decimal, least: decimal } }, ({ amount, least }) => {
    const bought = givenFor(amount, paid, taken);
    return [
      require(isAmount(amount), "The amount must be a whole number above zero. "),
      // Zero is not enough: an amount is never given for nothing.
      require(isAmount(least), "The least must be a whole number above zero. "),
      require(paid.of(from).gte(amount), "The balance is too low. "),
      require(bought.gte(least), "It gives less. "),
      paid.of(from).set(paid.of(from).sub(amount)),
      paid.pool.set(paid.pool.add(amount)),
      taken.pool.set(taken.pool.sub(bought)),
      taken.of(from).set(taken.of(from).add(bought)),
    ];
  });

/** Gives an amount of silver for at least some gold. */
export const BuyGold = buy("BuyGold", gold, silver);
/** Gives an amount of gold for at least some silver. */
export const BuySilver = buy("BuySilver", silver, gold);

/** What the pool holds, and its shares. */
export const Pool = request({ ...exchange, name: "Pool" }, () => [
  respond({ gold: gold.pool, silver: silver.pool, shares: issued }),
]);

/** What the pool gives now for an amount of gold, and for one of silver. */
export const Quote = request(
  { ...exchange, name: "Quote", parameters: { amount: decimal } },
  ({ amount }) => [respond({ silver: givenFor(amount, gold, silver), gold: givenFor(amount, silver, gold) })],
);

/** What an address has. */
export const BalancesOf = request(
  { ...exchange, name: "BalancesOf", parameters: { of: address } },
  ({ of }) => [respond({ gold: gold.of(of), silver: silver.of(of), shares: shares.of(of) })],
);
