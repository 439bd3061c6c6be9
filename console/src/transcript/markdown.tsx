import { visibleText } from "@kestrel/text";
import type { Token, Tokens } from "marked";
import { memo, useRef } from "react";
import { VisibleText } from "../ui/visible-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { foldedBlocks } from "./folded-blocks.ts";
import { Formula } from "./formula.tsx";
import { Inline, WithNotes } from "./inline.tsx";
import { type Blocks, blocksOf, isClosedFence, noBlocks } from "./markdown-blocks.ts";

/** The model's text as Markdown. Each finished block renders once; only the last one is parsed and rendered again. */
export function Markdown({ text }: { text: string }) {
  const blocks = useRef<Blocks>(noBlocks);
  blocks.current = blocksOf(blocks.current, text);
  return (
    <div className="prose">
      {foldedBlocks(blocks.current.tokens).map((block, index) =>
        "token" in block ? (
          <Block key={index} token={block.token} raw={block.token.raw} />
        ) : (
          <details key={index}>
            <summary className="opens font-medium">
              <VisibleText text={block.summary} />
            </summary>
            <div className="mt-2 stack gap-3.5 border-l border-line pl-4">
              {block.inside.map((token, at) => (
                <Block key={at} token={token} raw={token.raw} />
              ))}
            </div>
          </details>
        ),
      )}
    </div>
  );
}

const Block = memo(
  function Block({ token }: { token: Token; raw: string }) {
    return <BlockToken token={token} />;
  },
  (before, after) => before.raw === after.raw && before.token.type === after.token.type,
);

/** Within an item or a quotation, which sets the direction. */
function BlockTokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <BlockToken key={index} token={token} within />);
}

/** A direction follows the first letter that has one; browsers skip children with their own `dir`. */
function BlockToken({ token, within }: { token: Token; within?: true }) {
  const dir = within ? undefined : "auto";
  switch (token.type) {
    case "space":
      return null;
    case "def": {
      // A footnote in GitHub's syntax is a link definition in CommonMark.
      const { tag, raw } = token as Tokens.Def;
      if (!tag.startsWith("^")) return null;
      return (
        <p dir={dir} className="text-ui text-dim">
          <WithNotes text={raw.trimEnd()} />
        </p>
      );
    }
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const Heading = `h${Math.min(6, depth + 2)}` as "h2";
      return (
        <Heading dir={dir} data-level={depth}>
          <Inline tokens={tokens} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p dir={dir}>
          <Inline tokens={(token as Tokens.Paragraph).tokens} />
        </p>
      );
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock text={text} language={lang} closed={isClosedFence(token.raw)} />;
    }
    case "blockquote":
      return (
        <blockquote dir={dir}>
          <BlockTokens tokens={(token as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? <Inline tokens={tokens} /> : <VisibleText text={text} />;
    }
    case "formula":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide formula must be scrollable by keyboard
        <div className="overflow-x-auto py-2" tabIndex={0}>
          <Formula raw={token.raw} display />
        </div>
      );
    default:
      return (
        <p dir={dir}>
          <VisibleText text={token.raw} />
        </p>
      );
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto" className={item.task ? "task" : undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? "☑ " : "☐ "}</span>}
      <BlockTokens tokens={item.tokens.filter(({ type }) => type !== "checkbox")} />
    </li>
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return <ol start={list.start === "" ? 1 : list.start}>{items}</ol>;
}

const alignments = {
  start: "text-start",
  left: "text-left",
  center: "text-center",
  right: "text-right",
} as const;

function Table({ table }: { table: Tokens.Table }) {
  const label = visibleText(table.header.map((cell) => cell.text).join(", "));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <figure className="wide-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, column) => (
              <th key={column} dir="auto" scope="col" className={alignments[table.align[column] ?? "start"]}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column} dir="auto" className={alignments[table.align[column] ?? "start"]}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
