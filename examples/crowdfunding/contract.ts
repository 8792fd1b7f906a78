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
  type Argument,
} from "chainnode/contract";

/** Who issues money: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const crowdfunding = { space: "crowdfunding", writer: issuer };
const campaign = { type: text, max: 64 } as const;
const YEAR_US = 31_536_000_000_000;

const balances = universal("balance", { key: address, value: decimal, default: "0" });
/** By the id of a campaign. After the deadline what it holds can only fall, so that it ends one way. */
const goals = universal("goal", { key, value: decimal });
const deadlines = universal("deadline", { key, value: integer });
const held = universal("held", { key, value: decimal, default: "0" });
const claimed = universal("claimed", { key, value: boolean, default: false });
/** By the hash of campaign and contributor. */
const contributions = universal("contribution", { key, value: decimal, default: "0" });

/** Creators have names of their own: no creator takes the name of another one. */
const campaignId = (creator: Argument<"key">, campaign: Argument<"text">) => op.hash([creator, campaign]);

/** A whole number of the smallest unit, above zero. */
const isAmount = (amount: Argument<"text">) => op.reg_match("/^[1-9][0-9]{0,29}$/D", amount);

/** Creates an amount of money for an address. */
export const Issue = contract(
  { ...crowdfunding, name: "Issue", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(from.eq(issuer), "Only the issuer issues money. "),
    require(isAddressText(to), "The recipient must be an address. "),
    require(isAmount(amount), "The amount must be a whole number above zero. "),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);

/** Starts a campaign of the sender's, the creator. The deadline is a time in µs. */
export const Start = contract(
  { ...crowdfunding, name: "Start", parameters: { campaign, goal: decimal, deadline: integer } },
  ({ campaign, goal, deadline }) => {
    const id = campaignId(from, campaign);
    return [
      require(deadlines.of(id).is_null(), "The campaign exists. "),
      require(isAmount(goal), "The goal must be a whole number above zero. "),
      require(deadline.gt(timestamp), "The deadline has passed. "),
      require(deadline.lte(timestamp.add(YEAR_US)), "The deadline must be within a year. "),
      goals.of(id).set(goal),
      deadlines.of(id).set(deadline),
    ];
  },
);

/**
 * Contributes, until the deadline. It names goal and deadline: a creator who starts another campaign under the same name than
 * the one that was shown does not get the amount.
 */
export const Contribute = contract(
  {
    ...crowdfunding,
    name: "Contribute",
    parameters: { creator: address, campaign, goal: decimal, deadline: integer, amount: decimal },
  },
  ({ creator, campaign, goal, deadline, amount }) => {
    const id = campaignId(creator, campaign);
    const own = contributions.of(op.hash([id, from]));
    return [
      require(deadlines.of(id).is_int(), "The campaign does not exist. "),
      require(goals.of(id).eq(goal), "The campaign has another goal. "),
      require(deadlines.of(id).eq(deadline), "The campaign has another deadline. "),
      require(timestamp.lte(deadline), "The deadline has passed. "),
      require(isAmount(amount), "The amount must be a whole number above zero. "),
      require(balances.of(from).gte(amount), "The balance is too low. "),
      balances.of(from).set(balances.of(from).sub(amount)),
      own.set(own.add(amount)),
      held.of(id).set(held.of(id).add(amount)),
    ];
  },
);

/** Pays the creator what the campaign holds, once, after the deadline, when the goal is reached. */
export const Claim = contract(
  { ...crowdfunding, name: "Claim", parameters: { campaign } },
  ({ campaign }) => {
    const id = campaignId(from, campaign);
    return [
      require(deadlines.of(id).is_int(), "The sender has no such campaign. "),
      require(timestamp.gt(deadlines.of(id).as(integer)), "The deadline has not passed. "),
      require(claimed.of(id).eq(false), "It has been claimed. "),
      require(held.of(id).gte(goals.of(id).as(decimal)), "The goal is not reached. "),
      claimed.of(id).set(true),
      held.of(id).set("0"),
      balances.of(from).set(balances.of(from).add(held.of(id))),
    ];
  },
);

/** Pays the sender's contribution back after the deadline, when the goal is not reached. */
export const Refund = contract(
  { ...crowdfunding, name: "Refund", parameters: { creator: address, campaign } },
  ({ creator, campaign }) => {
    const id = campaignId(creator, campaign);
    const own = contributions.of(op.hash([id, from]));
    return [
      require(own.ne("0"), "The sender has no contribution. "),
      require(timestamp.gt(deadlines.of(id).as(integer)), "The deadline has not passed. "),
      require(claimed.of(id).eq(false), "It has been claimed. "),
      // equivalent: the campaign holds at least the sender's contribution
      require(held.of(id).lt(goals.of(id).as(decimal)), "The goal is reached. "),
      own.set("0"),
      held.of(id).set(held.of(id).sub(own)),
      // equivalent: the sender has a balance, from which the contribution came
      balances.of(from).set(balances.of(from).add(own)),
    ];
  },
);

/** A campaign: read it before you contribute. Goal and deadline are null when it does not exist. */
export const CampaignOf = request(
  { ...crowdfunding, name: "CampaignOf", parameters: { creator: address, campaign } },
  ({ creator, campaign }) => {
    const id = campaignId(creator, campaign);
    return [
      respond({
        goal: goals.of(id),
        deadline: deadlines.of(id),
        held: held.of(id),
        is_claimed: claimed.of(id),
      }),
    ];
  },
);

/** What an address has contributed to a campaign and not been paid back. */
export const ContributionOf = request(
  { ...crowdfunding, name: "ContributionOf", parameters: { creator: address, campaign, of: address } },
  ({ creator, campaign, of }) => [
    respond({ contribution: contributions.of(op.hash([campaignId(creator, campaign), of])) }),
  ],
);

/** The balance of an address. */
export const BalanceOf = request(
  { ...crowdfunding, name: "BalanceOf", parameters: { of: address } },
  ({ of }) => [respond({ balance: balances.of(of) })],
);
