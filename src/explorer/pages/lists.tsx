import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { Asked } from "../parts/asked.js";
import { MainBlockList } from "../parts/block-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, type PageProps } from "../places.js";

const COUNT = 50;

/** The main chain from a height down: `?at=`, by default the last block. */
export function BlocksPage({ place: { at } }: PageProps): JSX.Element {
  const top = useLive().main?.height ?? 0;
  const blocks = useAnswer(
    `blocks ${at}`,
    (node) => node.listBlock({ count: COUNT, order: "descending", ...(at === null ? {} : { height: at }) }),
    // A page at a height that the chain does not have yet goes on growing.
    { isFinal: (blocks) => at !== null && blocks[0]?.height === at },
  );
  return (
    <>
      <Heading title="Main blocks" />
      <Asked answered={blocks}>
        {(blocks) => {
          const [newest, oldest] = [blocks[0]?.height ?? 0, blocks.at(-1)?.height ?? 0];
          return (
            <>
              <MainBlockList blocks={blocks} />
              <Pager
                newer={
                  at === null
                    ? null
                    : linkTo("blocks", "", { at: newest + COUNT < top ? newest + COUNT : null })
                }
                older={oldest > 1 ? linkTo("blocks", "", { at: oldest - 1 }) : null}
              />
            </>
          );
        }}
      </Asked>
    </>
  );
}
