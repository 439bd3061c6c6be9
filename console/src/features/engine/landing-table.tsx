import type { LandingCount } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import { useWords } from "../../i18n/language.tsx";
import { type LandingRow, landingRows } from "./landing-rows.ts";

/** How the current model's tool calls were parsed, over all its turns. */
export function LandingTable({ landing }: { landing: LandingCount }) {
  const { t, numbers } = useWords();
  const nameOf = ({ kind }: LandingRow) =>
    kind in names ? t(names[kind as keyof typeof names]) : visibleText(kind);
  return (
    <section className="mt-8">
      <h3 className="font-medium">{t("landing.title")}</h3>
      <p className="mt-0.5 mb-2 text-ui text-dim">{t("landing.text")}</p>
      <table className="w-full max-w-[68ch] text-left text-ui">
        <thead className="text-fine text-faint">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pr-4 font-semibold">
              {t("landing.kind")}
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-semibold">
              {t("landing.count")}
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              {t("landing.share")}
            </th>
          </tr>
        </thead>
        <tbody>
          {landingRows(landing).map((row) => (
            <tr key={row.kind} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-4 font-normal">
                {nameOf(row)}
              </th>
              <td className="tabular py-1.5 pr-4 text-right">{numbers.count(row.count)}</td>
              <td className="tabular py-1.5 text-right text-dim whitespace-nowrap">
                {row.share !== undefined && numbers.share(row.share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const names = {
  calls: "landing.calls",
  "recovered.text": "landing.recovered.text",
  "recovered.reasoning": "landing.recovered.reasoning",
  "recovered.whole_file": "landing.recovered.whole_file",
  "recovered.schema": "landing.recovered.schema",
  "repaired.name": "landing.repaired.name",
  "repaired.json": "landing.repaired.json",
  "repaired.arguments": "landing.repaired.arguments",
  rejected: "landing.rejected",
  unparsed: "landing.unparsed",
} as const;
