import { address, contract, decimal, from, require, universal, type Code } from "../../src/contract/index.js";

/** A transfer that pays a share into a pool, in 53 calls of operators. Every account has 1,000,000 at the start. */
export function fiftyOperators(name = "Fifty"): Code {
  const balances = universal("balance", { key: address, value: decimal, default: "1000000" });
  const pool = universal("pool", { value: decimal, default: "0" });
  return contract(
    { name, space: "bench", parameters: { to: address, amount: decimal } },
    ({ to, amount }) => {
      const share = amount.mul("0.05", { scale: 0 });
      return [
        require(amount.is_numeric(), "No number. "),
        require(amount.gt("0").and(amount.scale().eq(0)), "No whole number above zero. "),
        require(from.ne(to).and(to.strlen().eq(44)), "Not another address. "),
        require(balances.of(from).gte(amount), "Too little. "),
        require(share.gt("0"), "Too little to share. "),
        require(pool.add(share).lte("1000000"), "The pool is full. "),
        balances.of(from).set(balances.of(from).sub(amount)),
        balances.of(to).set(balances.of(to).add(amount.sub(share))),
        pool.set(pool.add(share)),
      ];
    },
  );
}
