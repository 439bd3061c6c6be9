import type { LoadoutBill } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

type Row = LoadoutBill["parts"][number];

/** Each part of a loadout as a bar up to its budget, all on one scale, and the total against the window. */
export function BillBars({ bill }: { bill: LoadoutBill }) {
  const { t, numbers } = useWords();
  const say = useLoadoutWords();
  const { exact, total, limit, window } = bill;
  const parts = bill.parts.filter(({ tokens }) => tokens > 0);
  const scale = Math.max(1, ...parts.flatMap(({ tokens, limit: most = 0 }) => [tokens, most]));
  const number = (tokens: number) => `${exact ? "" : "~"}${numbers.count(tokens)}`;
  return (
    <div>
      <h2 className="text-fine font-semibold text-faint">{say("bill.title")}</h2>
      <ul className="mt-2 stack gap-1.5 text-ui">
        {parts.map((row) => (
          <Bar
            key={row.part}
            part={row.part}
            name={t(`loadout.part.${row.part}`)}
            beside={besideOf(row, say)}
            tokens={number(row.tokens)}
            share={row.tokens / scale}
            most={row.limit === undefined ? undefined : row.limit / scale}
            over={row.limit !== undefined && row.tokens > row.limit}
          />
        ))}
        <Bar
          part="total"
          name={say("bill.total")}
          beside={limit === undefined ? "" : say("bill.window", { limit, window: window ?? 0 })}
          tokens={number(total)}
          share={total / Math.max(total, limit ?? total, 1)}
          most={limit === undefined ? undefined : limit / Math.max(total, limit, 1)}
          over={limit !== undefined && total > limit}
        />
      </ul>
      {bill.sent !== undefined && (
        <p className="mt-2 text-fine text-faint">
          {t("loadout.leavesOut", { total: numbers.count(total), sent: numbers.count(bill.sent) })}
        </p>
      )}
      {!exact && <p className="mt-2 text-fine text-faint">{say("bill.estimated")}</p>}
    </div>
  );
}

function besideOf({ part, lines, limit }: Row, say: ReturnType<typeof useLoadoutWords>): string {
  const count = lines && say(part === "tools.core" ? "bill.tools" : "bill.lines", { count: lines });
  const most = limit === undefined ? undefined : say("bill.of", { limit });
  return [count, most].filter(Boolean).join(", ");
}

type BarProps = {
  part: string;
  name: string;
  beside: string;
  tokens: string;
  /** Share of the width. */
  share: number;
  most?: number;
  over: boolean;
};

function Bar({ part, name, beside, tokens, share, most, over }: BarProps) {
  const percent = (part: number) => `${Math.min(1, part) * 100}%`;
  return (
    <li data-part={part} data-over={over || undefined} className={part === "total" ? "mt-1 font-medium" : ""}>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1">
          {name} <span className="tabular text-fine font-normal text-faint">{beside}</span>
        </span>
        <span className={`tabular flex-none ${over ? "text-danger" : "text-dim"}`}>{tokens}</span>
      </div>
      <div aria-hidden="true" className="relative mt-0.5 h-1.5 rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${over ? "bg-danger" : "bg-accent"}`}
          style={{ width: percent(share) }}
        />
        {most !== undefined && (
          <span
            className="absolute -top-0.5 h-2.5 w-0.5 bg-text"
            style={{ left: `calc(${percent(most)} - 2px)` }}
          />
        )}
      </div>
    </li>
  );
}
