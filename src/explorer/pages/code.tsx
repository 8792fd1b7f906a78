import type { JSX } from "preact";
import { askCode, type CodeAtKey, type CodeKind } from "../../client/code-at.js";
import { spaceIdOf } from "../../codec/hash.js";
import { byteLength } from "../../codec/text.js";
import { useAnswer } from "../data/answer.js";
import { codeAtHeight } from "../data/code-at-height.js";
import { isOwnCode } from "../data/codes.js";
import { parameterFields } from "../format/fields.js";
import { counted, shortened } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { CallForm } from "../parts/call-form.js";
import { CallsOf } from "../parts/calls-of.js";
import { CodeCells } from "../parts/code-cells.js";
import { CodeLink, SpaceLink } from "../parts/code-link.js";
import { SourceOfCode } from "../parts/source-of-code.js";
import { CodeVersions } from "../parts/code-versions.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { HostileText } from "../parts/text.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

const CODE_ID = /^[0-9a-f]{44,64}$/;

/** A contract or request by its id: its source, cells, versions and calls. `?kind=request` chooses between two of one id. */
export function CodePage({ place: { id, at, query } }: PageProps): JSX.Element {
  const wanted: CodeKind = query.get("kind") === "request" ? "request" : "contract";
  const asked = useAnswer(
    `code ${id} ${wanted} ${at}`,
    async (node) => {
      if (!CODE_ID.test(id)) return null;
      const [contract, request] = await Promise.all([
        askCode(node, id, "contract"),
        askCode(node, id, "request"),
      ]);
      const [found, other] = wanted === "request" ? [request, contract] : [contract, request];
      const shown = found ?? other;
      if (shown === null) return null;
      const past = at === null ? shown : await codeAtHeight(node, shown, at);
      return { past, other: found === null ? null : other };
    },
    { isFinal: (found) => at !== null && found !== null },
  );
  return (
    <Asked answered={asked} title={`Code ${shortened(id)}`}>
      {(found) => {
        if (found === null) return <NotFound what={`The chain has no code ${id}.`} />;
        if (found.past === null)
          return <NotFound what={`The code was not registered after main block ${at}.`} />;
        return <Code found={found.past} other={found.other} at={at} />;
      }}
    </Asked>
  );
}

interface CodeProps {
  readonly found: CodeAtKey;
  /** The code of the other kind under the same id. */
  readonly other: CodeAtKey | null;
  readonly at: number | null;
}

function Code({ found: { code, stateKey }, other, at }: CodeProps): JSX.Element {
  const { kind, id, text, method, broken } = code;
  const name = method?.name ?? "";
  const isOwn = isOwnCode(code);
  const named = isOwn || method === null ? name : `${method.space} / ${name}`;
  const title = `${kind === "contract" ? "Contract" : "Request"} ${name === "" ? shortened(id) : named}`;
  const space = method === null ? "" : spaceIdOf(method.writer, method.space);
  return (
    <>
      <Heading title={title}>
        <HostileText text={title} short={60} />
      </Heading>
      {broken !== null && (
        <div class="failure">
          <p>
            The code is broken, every call of it fails: <HostileText text={broken} />.
          </p>
        </div>
      )}
      <Facts
        facts={[
          method && ["Version", <HostileText text={method.version} short={40} />],
          method && [
            "Space",
            <SpaceLink
              space={{ cid: space, isNetworks: isOwn, writer: method.writer, name: method.space }}
            />,
          ],
          method && ["Id of the space (cid)", <Hash hash={space} />],
          ["Id of the code", <Hash hash={id} />],
          ["Size", counted(byteLength(text), "byte")],
          ["Its cell", <Hash hash={stateKey} to={linkTo("cell", `local.${stateKey}`, { at })} />],
          other && [`The ${other.code.kind} of the same name`, <CodeLink code={other.code} at={at} />],
        ]}
      />
      <SourceOfCode code={code} />
      {method !== null && method.parameters !== null && (
        <>
          <h2>{kind === "contract" ? "Try it" : "Call it"}</h2>
          <CallForm
            key={`${id} ${at}`}
            kind={kind}
            type={method.name}
            cid={isOwn ? undefined : space}
            code={{ ...code, method }}
            fields={parameterFields(method.parameters)}
            from={isOwn ? "" : method.writer}
            at={at}
          />
        </>
      )}
      {method !== null && <CodeCells methods={[method]} at={at} />}
      <CodeVersions code={code} stateKey={stateKey} />
      {kind === "contract" && method !== null && <CallsOf code={{ ...code, method }} />}
    </>
  );
}
