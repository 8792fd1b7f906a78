import { address, contract, from, key, request, require, respond, text, universal } from "chainnode/contract";

/** Who mints: the first account of a development chain. Put your own address here before you publish. */
const issuer = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const nft = { space: "__NAME__", writer: issuer };
const name = { type: text, max: 64 } as const;

/** By the hash of the name: a name may hold any characters, a key only hexadecimal ones. */
const owners = universal("owner", { key, value: address });

/** Creates the piece of a name, once, for an address. */
export const Mint = contract({ ...nft, name: "Mint", parameters: { name, to: address } }, ({ name, to }) => [
  require(from.eq(issuer), "Only the issuer mints. "),
  require(to.strlen().eq(44), "An address has 44 characters. "),
  require(owners.of(name.hash().as(key)).is_null(), "The piece exists. "),
  owners.of(name.hash().as(key)).set(to),
]);

/** Gives a piece to another address. */
export const Transfer = contract(
  { ...nft, name: "Transfer", parameters: { name, to: address } },
  ({ name, to }) => [
    require(owners.of(name.hash().as(key)).eq(from), "Only the owner gives it away. "),
    require(to.strlen().eq(44), "An address has 44 characters. "),
    owners.of(name.hash().as(key)).set(to),
  ],
);

/** The owner of a piece; null when it does not exist. */
export const OwnerOf = request({ ...nft, name: "OwnerOf", parameters: { name } }, ({ name }) => [
  respond({ owner: owners.of(name.hash().as(key)) }),
]);
