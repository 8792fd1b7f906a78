import {
  address,
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

/** Who publishes it: the first account of a development chain. Put your own address here before you publish. */
const writer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const names = { space: "names", writer };
const name = { type: text, max: 32 } as const;
const salt = { type: key, max: 64 } as const;
const DAY_US = 86_400_000_000;
const YEAR_US = 31_536_000_000_000;

/** The last commitment of an address, and its time in µs. */
const commitments = universal("commitment", { key: address, value: key });
const committed = universal("committed", { key: address, value: integer });
/** By the hash of the name: its owner, the time of the owner's commitment, when it expires, and what it stands for. */
const owners = universal("owner", { key, value: address });
const since = universal("since", { key, value: integer, default: 0 });
const expiries = universal("expiry", { key, value: decimal, default: "0" });
const targets = universal("target", { key, value: address });

/** 64 lower-case hexadecimal characters. */
const isHash = (spelled: Argument<"text">) => op.reg_match("/^[0-9a-f]{64}$/D", spelled);

/** Keeps the hash of `[address, name, salt]`: it does not tell the name, because the salt is secret and long. */
export const Commit = contract(
  { ...names, name: "Commit", parameters: { commitment: key } },
  ({ commitment }) => [
    require(isHash(commitment), "A commitment is a hash. "),
    commitments.of(from).set(commitment),
    committed.of(from).set(timestamp),
  ],
);

/**
 * Registers a name for a year, within a day of the commitment to it. Among those who want a name, the earliest commitment
 * wins, even over one that is registered: who learns a name from a registration that waits for its block commits too late.
 * A call is later than every block before it, so no commitment is dated back. A day after its owner's commitment a
 * name is safe.
 */
export const Register = contract(
  { ...names, name: "Register", parameters: { name, salt } },
  ({ name, salt }) => {
    const id = name.hash();
    const committedAt = committed.of(from).as(integer);
    // equivalent: a time of 0 or 1 µs has passed
    const isFree = expiries.of(id).lt(timestamp);
    // equivalent: no commitment is earlier than 0 or 1 µs
    const isEarlier = committedAt.lt(since.of(id));
    return [
      require(op.reg_match(
        "/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/D",
        name,
      ), "A name has 1 to 32 small letters, digits and hyphens within. "),
      require(isHash(salt), "A salt has 64 hexadecimal characters. "),
      require(commitments.of(from).eq(op.hash([from, name, salt])), "The sender has not committed to it. "),
      require(timestamp.lte(committedAt.add(DAY_US)), "The commitment is older than a day. "),
      require(isFree.or(isEarlier), "The name is taken. "),
      commitments.of(from).set(null),
      owners.of(id).set(from),
      since.of(id).set(committedAt),
      expiries.of(id).set(timestamp.add(YEAR_US)),
      targets.of(id).set(null),
    ];
  },
);

/** Whether the sender owns a name that has not expired. */
const isOwners = (id: Argument<"key">) =>
  // equivalent: what has no expiry has no owner
  owners.of(id).eq(from).and(expiries.of(id).gte(timestamp));

/** Keeps a name for a year from now. */
export const Renew = contract({ ...names, name: "Renew", parameters: { name } }, ({ name }) => [
  require(isOwners(name.hash()), "The name is not the sender's. "),
  expiries.of(name.hash()).set(timestamp.add(YEAR_US)),
]);

/** Says which address a name stands for. */
export const Point = contract(
  { ...names, name: "Point", parameters: { name, to: address } },
  ({ name, to }) => [
    require(isOwners(name.hash()), "The name is not the sender's. "),
    require(isAddressText(to), "The target must be an address. "),
    targets.of(name.hash()).set(to),
  ],
);

/** Gives a name to another address. It no longer stands for what the earlier owner chose. */
export const Transfer = contract(
  { ...names, name: "Transfer", parameters: { name, to: address } },
  ({ name, to }) => [
    require(isOwners(name.hash()), "The name is not the sender's. "),
    require(isAddressText(to), "The recipient must be an address. "),
    owners.of(name.hash()).set(to),
    targets.of(name.hash()).set(null),
  ],
);

/** The owner and target of a name, null when it has expired at the last block; its expiry in µs, and its commitment's time. */
export const Resolve = request({ ...names, name: "Resolve", parameters: { name } }, ({ name }) => {
  const id = name.hash();
  const isLive = expiries.of(id).gte(op.get_block().get("s_timestamp").as(integer));
  return [
    respond({
      owner: when(isLive, owners.of(id), null),
      target: when(isLive, targets.of(id), null),
      expiry: expiries.of(id),
      since: since.of(id),
    }),
  ];
});
