import type { CheckedLoadout } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Whether a loadout is valid: the part over its budget with the arithmetic, and names that do not exist. */
export function CheckLines({ checked }: { checked: CheckedLoadout }) {
  const { t, numbers } = useWords();
  const { bill, excess, problems } = checked;
  const number = (tokens: number) => `${bill.exact ? "" : "~"}${numbers.count(tokens)}`;
  const wrong = problems.map((problem) => t("loadout.problem", { ...problem }));
  if (excess) {
    const { part, tokens, limit, dearest = "kestrel" } = excess;
    const sums = { tokens: number(tokens), limit: numbers.count(limit), over: number(tokens - limit) };
    wrong.unshift(
      part === "window"
        ? t("loadout.excess.window", {
            ...sums,
            window: numbers.count(bill.window ?? 0),
            part: t(`loadout.part.${dearest}`),
          })
        : t("loadout.excess.part", { ...sums, part: t(`loadout.part.${part}`) }),
    );
  }
  return (
    <ul className="stack gap-1 text-ui">
      {wrong.map((line) => (
        <li key={line} className="flex gap-2 text-danger [overflow-wrap:anywhere]">
          <Icon name="warn" className="mt-0.5" />
          <span className="min-w-0">
            <CodeWords text={line} />
          </span>
        </li>
      ))}
      {wrong.length === 0 && (
        <li className="flex gap-2 text-ok">
          <Icon name="check" className="mt-0.5" />
          {t("loadout.fits")}
        </li>
      )}
    </ul>
  );
}
