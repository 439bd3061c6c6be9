import {
  type ContextLedger,
  contextLedger,
  type LedgerBlock,
  type Live,
  ledgerKinds,
  type SessionState,
} from "@kestrel/session-state";
import { memo, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { contextFill } from "../session/context-fill.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { LensDrawing } from "./lens-drawing.tsx";
import { TierList } from "./tier-list.tsx";

type LensProps = { state: SessionState; live?: Live; loaded?: number };

/** The context as a drawing: its parts in order, their sizes, and what the cache saved. */
export const Lens = memo(function Lens({ state, live, loaded }: LensProps) {
  const { t, numbers } = useWords();
  const [isListed, setListed] = useState(false);
  const { blocks, parts } = contextLedger(state, live);
  const fill = contextFill(state, live, loaded);
  if (blocks.length === 0) return <p className="text-ui text-dim">{t("lens.empty")}</p>;
  const { processed, total } = live?.progress?.phase === "prompt" ? live.progress : {};
  return (
    <div className="stack gap-4">
      <div>
        <p className="tabular flex items-baseline justify-between">
          <span className="text-h1 font-semibold">{numbers.marked(fill.used, fill.estimated)}</span>
          {fill.window !== undefined && (
            <span className="text-ui text-dim">
              / {numbers.count(fill.window)} · {numbers.share(fill.share)}
            </span>
          )}
        </p>
        <div className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full ${fill.full ? "bg-warn" : "bg-accent"}`}
            style={{ width: `${Math.min(1, fill.share) * 100}%` }}
          />
        </div>
      </div>
      <p className="text-fine text-faint">{t("lens.text")}</p>
      {state.loadout && (
        <p className="text-fine text-dim [overflow-wrap:anywhere]">
          <VisibleText text={t("lens.loadout", { name: state.loadout.name })} />
        </p>
      )}
      <LensDrawing
        blocks={blocks}
        read={processed !== undefined && total ? processed / total : undefined}
        label={t("lens.drawing", { used: fill.used, window: fill.window ?? "?" })}
      />
      <Legend />
      <PartList parts={parts} />
      <TierList state={state} />
      <details onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary className="opens text-fine text-dim">{t("lens.blocks")}</summary>
        {isListed && <BlockList blocks={blocks} />}
      </details>
    </div>
  );
});

function Legend() {
  const { t } = useWords();
  const swatch = "inline-block size-2.5 flex-none rounded-[2px]";
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-fine text-dim">
      <li className="flex items-center gap-1.5">
        <span className={`${swatch} bg-hot`} />
        {t("lens.hot")}
      </li>
      <li className="flex items-center gap-1.5">
        <span className={`${swatch} bg-cold`} />
        {t("lens.cold")}
      </li>
      <li className="flex items-center gap-1.5">
        <span className={`${swatch} hatch bg-cold`} />
        {t("lens.estimate")}
      </li>
    </ul>
  );
}

/** The total of each kind over all its messages. */
function PartList({ parts }: { parts: ContextLedger["parts"] }) {
  const { t, numbers } = useWords();
  return (
    <dl className="tabular grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-fine">
      {ledgerKinds.map((kind) => {
        const part = parts[kind];
        if (!part) return null;
        return (
          <div key={kind} data-part={kind} className="contents">
            <dt className="text-dim">{t(`ledger.${kind}`)}</dt>
            <dd className="text-right">{numbers.marked(part.tokens, part.estimated)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The largest blocks are listed; the drawing has them all. */
const listed = 200;

function BlockList({ blocks }: { blocks: readonly LedgerBlock[] }) {
  const { t, numbers } = useWords();
  return (
    <ol className="mt-2 stack gap-0.5 text-fine">
      {blocks.slice(-listed).map((block, index) => (
        <li key={index} className="flex items-center gap-2">
          <span
            className={`h-3.5 w-1 flex-none rounded-[2px] ${block.hot * 2 >= block.tokens ? "bg-hot" : "bg-cold"} ${block.estimated ? "hatch" : ""}`}
          />
          <span className="w-20 flex-none truncate text-dim">{t(`ledger.${block.kind}`)}</span>
          <span className="min-w-0 flex-1 truncate text-faint">
            <VisibleText text={block.label} />
          </span>
          <span className="tabular flex-none text-dim">{numbers.marked(block.tokens, block.estimated)}</span>
        </li>
      ))}
    </ol>
  );
}
