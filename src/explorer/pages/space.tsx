import type { JSX } from "preact";
import { isReadable, readStoredCode } from "../../client/code-at.js";
import { timeHashToTime } from "../../codec/hash.js";
import { useAnswer } from "../data/answer.js";
import { keysOfCodes } from "../data/code-at-height.js";
import { allCodes, bySpace, type ListedSpace } from "../data/codes.js";
import { counted, grouped, shortened } from "../format/numbers.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { CodeCells } from "../parts/code-cells.js";
import { CodeLink, linkToCode } from "../parts/code-link.js";
import { CodeTable } from "../parts/code-list.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

/** The codes whose calls and versions are asked for, one after the other. */
const ASKED = 20;
const SHOWN = 50;

/** A space by its cid: its contracts and requests, cells, calls and versions. */
export function SpacePage({ place: { id, at } }: PageProps): JSX.Element {
  const asked = useAnswer("codes", allCodes);
  return (
    <Asked answered={asked} title={`Space ${shortened(id)}`}>
      {(codes) => {
        const space = bySpace(codes).find(({ cid }) => cid === id);
        return space === undefined ? (
          <NotFound what={`No code of a space ${id} is registered.`} />
        ) : (
          <Space space={space} at={at} />
        );
      }}
    </Asked>
  );
}

interface SpaceProps {
  readonly space: ListedSpace;
  readonly at: number | null;
}

function Space({ space, at }: SpaceProps): JSX.Element {
  const { cid, isNetworks, writer, name, codes } = space;
  const contracts = codes.filter(({ kind }) => kind === "contract").length;
  return (
    <>
      <Heading title={`Space ${name}`}>
        Space <HostileText text={name} short={40} />
      </Heading>
      <Facts
        facts={[
          ["Writer", isNetworks ? "the network" : <AddressLink address={writer} />],
          ["Id of the space (cid)", <Hash hash={cid} isWhole />],
          [
            "Registered",
            `${counted(contracts, "contract")}, ${counted(codes.length - contracts, "request")}`,
          ],
        ]}
      />
      <h2>Contracts and requests</h2>
      <CodeTable label="Codes" codes={codes} at={at} />
      <CodeCells methods={codes.filter(isReadable).map(({ method }) => method)} at={at} />
      <Calls space={space} />
      <Versions space={space} />
    </>
  );
}

/** The latest calls of the contracts of a space. */
function Calls({ space: { cid, codes } }: Pick<SpaceProps, "space">): JSX.Element {
  const contracts = codes
    .filter(isReadable)
    .filter(({ kind }) => kind === "contract")
    .slice(0, ASKED);
  const asked = useAnswer(`calls of ${cid}`, async (node) => {
    const found = [];
    for (const code of contracts)
      for (const call of (await node.listCalls(code.method.name, { cid })).calls)
        found.push({ ...call, code });
    // A hash begins with the time.
    return found.sort((a, b) => (a.hash < b.hash ? 1 : -1)).slice(0, SHOWN);
  });
  return (
    <>
      <h2>Latest calls</h2>
      <Asked answered={asked}>
        {(calls) => (
          <Table
            label="Calls"
            columns={["Sender", "Contract", "#Main block", "Time", "Transaction"]}
            rows={calls.map(({ hash, height, from, code }) => [
              hash,
              <AddressLink address={from} />,
              <CodeLink code={code} isInSpace />,
              <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
              <Time us={timeHashToTime(hash)} />,
              <Hash hash={hash} to={linkTo("transaction", hash)} />,
            ])}
            empty="No transaction has called one of its contracts."
          />
        )}
      </Asked>
    </>
  );
}

/** The latest versions of the codes of a space, newest first. */
function Versions({ space: { cid, codes } }: Pick<SpaceProps, "space">): JSX.Element {
  const readable = codes.filter(isReadable).slice(0, ASKED);
  const asked = useAnswer(`versions of ${cid}`, async (node) => {
    const keys = await keysOfCodes(node, readable);
    const found = [];
    for (const [index, code] of readable.entries()) {
      const { values } = await node.history("local", keys[index] ?? "");
      for (const { height, value } of values) {
        const version = readStoredCode({ kind: code.kind, id: code.id, value }).method?.version;
        found.push({ code, height, version: version ?? "removed or broken" });
      }
    }
    return found.sort((a, b) => b.height - a.height).slice(0, SHOWN);
  });
  return (
    <>
      <h2>Latest versions</h2>
      <Asked answered={asked}>
        {(versions) => (
          <Table
            label="Versions"
            columns={["Name", "Version", "#Main block"]}
            rows={versions.map(({ code, height, version }) => [
              `${code.kind} ${code.id} ${height}`,
              <CodeLink code={code} isInSpace />,
              <Link to={linkToCode(code, height)}>
                <HostileText text={version} short={40} />
              </Link>,
              <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
            ])}
            empty="The node knows no version."
          />
        )}
      </Asked>
    </>
  );
}
