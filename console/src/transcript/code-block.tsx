import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { saveText } from "../ui/save-text.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import type { paintCode } from "./languages.ts";
import { previewKindOf } from "./preview-kind.ts";

const Preview = lazyPart(() => import("./preview.tsx").then(({ Preview: preview }) => preview));

type Painted = Awaited<ReturnType<typeof loadPaint>> extends (...input: never) => infer Tree ? Tree : never;
/** The file name for saving, with the language as its extension when valid. */
const fileName = (language: string) => `code.${/^[a-z0-9]{1,10}$/i.test(language) ? language : "txt"}`;

type PaintedNode = NonNullable<Painted>["children"][number];

/** Code with its language; it can be wrapped, saved as a file and copied. Highlighted once its fence is closed. */
export function CodeBlock({ text, language, closed }: { text: string; language?: string; closed: boolean }) {
  const name = language?.split(/\s/, 1)[0] ?? "";
  const { t } = useWords();
  const [wraps, setWraps] = useState(false);
  const [isShown, setShown] = useState(false);
  const kind = closed ? previewKindOf(name, text) : undefined;
  const tree = usePainted(name, text, closed);
  return (
    <div dir="ltr" className="overflow-hidden rounded-card bg-code inset-ring inset-ring-soft">
      <div className="flex h-10 items-center pr-1 pl-4 text-fine text-faint">
        <span className="min-w-0 flex-1 truncate">
          <VisibleText text={name} />
        </span>
        {kind && (
          <button
            type="button"
            aria-pressed={isShown}
            className="mr-1 h-8 rounded-control px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-text aria-pressed:bg-pressed pointer-coarse:h-11"
            onClick={() => setShown(!isShown)}
          >
            {t("code.preview")}
          </button>
        )}
        <IconButton
          icon="wrap"
          label={t("code.wrap")}
          aria-pressed={wraps}
          className={wraps ? "bg-pressed" : ""}
          onClick={() => setWraps(!wraps)}
        />
        <IconButton icon="download" label={t("code.save")} onClick={() => saveText(text, fileName(name))} />
        <CopyButton text={text} />
      </div>
      <pre
        className={`px-4 pb-3.5 font-mono text-mono ${wraps ? "whitespace-pre-wrap" : "overflow-x-auto"}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable by keyboard
        tabIndex={0}
      >
        <code>{tree ? <Nodes nodes={tree.children} /> : <VisibleText text={text} />}</code>
      </pre>
      {kind && isShown && <Preview kind={kind} text={text} />}
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

type Paint = typeof paintCode;
let paint: Promise<Paint> | undefined;

/** Loads the highlighter when the first finished block of code asks for it. */
function loadPaint(): Promise<Paint> {
  paint ??= import("./languages.ts").then(({ paintCode }) => paintCode);
  return paint;
}

/** Longer code is not highlighted: it would block the page. */
const longestPainted = 30_000;
