import { Fragment, type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { loadPaint, longestPainted } from "./highlight.ts";

type Painted = Awaited<ReturnType<typeof loadPaint>> extends (...input: never) => infer Tree ? Tree : never;
type PaintedNode = NonNullable<Painted>["children"][number];

/** Code with its language and a copy button. It is coloured once it is closed. */
export function CodeBlock({ text, language, closed }: { text: string; language?: string; closed: boolean }) {
  const name = language?.split(/\s/, 1)[0] ?? "";
  const tree = usePainted(name, text, closed);
  return (
    <div dir="ltr" className="group relative overflow-hidden rounded-control border border-line bg-surface">
      {name !== "" && (
        <div className="px-3 pt-2 font-mono text-12 text-faint">
          <VisibleText text={name} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable by keyboard */}
      <pre className="overflow-x-auto p-3 font-mono text-13 leading-[1.45]" tabIndex={0}>
        <code>{tree ? <Nodes nodes={tree.children} /> : <VisibleText text={text} />}</code>
      </pre>
      <div className="absolute top-1 right-1 rounded-control bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

function usePainted(language: string, text: string, closed: boolean): Painted | undefined {
  const [tree, setTree] = useState<Painted>();
  useEffect(() => {
    if (!closed || language === "" || text.length > longestPainted) return;
    let wanted = true;
    void loadPaint().then((paint) => wanted && setTree(paint(language, text)));
    return () => {
      wanted = false;
    };
  }, [language, text, closed]);
  return tree;
}

function Nodes({ nodes }: { nodes: readonly PaintedNode[] }): ReactNode {
  return nodes.map((node, index) => {
    const key = index;
    if (node.type === "text") return <VisibleText key={key} text={node.value} />;
    if (node.type !== "element") return <Fragment key={key} />;
    const names = node.properties.className;
    return (
      <span key={key} className={Array.isArray(names) ? names.join(" ") : undefined}>
        <Nodes nodes={node.children as readonly PaintedNode[]} />
      </span>
    );
  });
}
