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
} from "chainnode/contract";

/** The writer is open: on each network it is the key that publishes. */
const club = { space: "club" };

const chief = universal("chief", { value: address });
/** What differs between networks is in cells, which a call sets once. */
const most = universal("most", { value: decimal, default: "0" });
const points = universal("points", { key: address, value: decimal, default: "0" });

/** Begins the club: the first caller is its chief. */
export const Begin = contract({ ...club, name: "Begin", parameters: { most: decimal } }, (given) => [
  require(chief.is_null(), "The club has begun. "),
  require(op.reg_match("/^[1-9][0-9]{0,17}$/D", given.most), "Give a whole number above zero. "),
  chief.set(from),
  most.set(given.most),
]);

/** Gives a member points, up to the most that anyone may have. */
export const Give = contract(
  { ...club, name: "Give", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(chief.eq(from), "Only the chief gives points. "),
    require(isAddressText(to), "The member must be an address. "),
    require(op.reg_match("/^[1-9][0-9]{0,17}$/D", amount), "Give a whole number above zero. "),
    require(points.of(to).add(amount).lte(most), "The member would have too many points. "),
    points.of(to).set(points.of(to).add(amount)),
  ],
);

export const Club = request({ ...club, name: "Club" }, () => [respond({ chief, most })]);

export const PointsOf = request({ ...club, name: "PointsOf", parameters: { of: address } }, ({ of }) => [
  respond({ points: points.of(of) }),
]);
