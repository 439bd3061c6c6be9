import type { ListedLoadout, LoadoutBill } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Select } from "../../ui/select.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Labelled } from "./labelled.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { LongWords } from "./long-words.tsx";

/** Two loadouts side by side: the cost of each part in both, and every difference. */
export function CompareTwo({ loadouts }: { loadouts: readonly ListedLoadout[] }) {
  const say = useLoadoutWords();
  const store = useConsoleStore();
  const [first, second] = loadouts;
  const [before, setBefore] = useState(first?.name ?? "");
  const [after, setAfter] = useState((second ?? first)?.name ?? "");
  const { value, failure } = useAnswer(`${before}\n${after}`, () =>
    store.client.call("compareLoadouts", { body: { before, after } }),
  );
  const called = (name: string) => loadouts.find((one) => one.name === name)?.checked;
  return (
    <section aria-label={say("compare.title")} className="stack gap-5">
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice label={say("compare.before")} value={before} from={loadouts} onChoose={setBefore} />
        <Choice label={say("compare.after")} value={after} from={loadouts} onChoose={setAfter} />
      </div>
      <FailureLine failure={failure} className="text-ui" />
      <Costs before={called(before)?.bill} after={called(after)?.bill} names={[before, after]} />
      {value?.differences.length === 0 && <p className="text-ui text-dim">{say("compare.same")}</p>}
      <ul className="stack gap-3">
        {value?.differences.map(({ key, before: was, after: is }) => (
          <li key={key} data-difference={key}>
            <h2 className="font-mono text-fine text-faint [overflow-wrap:anywhere]">
              <VisibleText text={key} />
            </h2>
            <div className="mt-1 grid gap-2 sm:grid-cols-2">
              <Side text={was} tone="bg-diff-del" />
              <Side text={is} tone="bg-diff-add" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  from: readonly ListedLoadout[];
  onChoose: (name: string) => void;
};

function Choice({ label, value, from, onChoose }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(ties) => (
        <Select
          {...ties}
          label={label}
          value={value}
          options={from.map(({ name }) => ({ value: name, text: visibleName(name) }))}
          onChange={onChoose}
        />
      )}
    </Labelled>
  );
}

function Side({ text, tone }: { text?: string; tone: string }) {
  const say = useLoadoutWords();
  if (text === undefined) return <p className="px-2 py-1 text-ui text-faint">{say("compare.nothing")}</p>;
  return <LongWords text={text} className={`rounded-control px-2 py-1 text-ui ${tone}`} />;
}

type CostsProps = { before?: LoadoutBill; after?: LoadoutBill; names: readonly [string, string] };

function Costs({ before, after, names }: CostsProps) {
  const { t, numbers } = useWords();
  const say = useLoadoutWords();
  if (!before || !after) return null;
  const of = ({ parts, exact }: LoadoutBill, part: string) => {
    const tokens = parts.find((row) => row.part === part)?.tokens ?? 0;
    return { tokens, shown: `${exact ? "" : "~"}${numbers.count(tokens)}` };
  };
  const rows = before.parts
    .map(({ part }) => ({ name: t(`loadout.part.${part}`), was: of(before, part), is: of(after, part) }))
    .filter(({ was, is }) => was.tokens + is.tokens > 0);
  const sum = ({ total, exact }: LoadoutBill) => `${exact ? "" : "~"}${numbers.count(total)}`;
  return (
    <table className="tabular w-full table-fixed text-ui">
      <thead>
        <tr className="border-b border-line text-left text-fine text-faint">
          <th className="py-1 pr-2 font-semibold">{say("compare.what")}</th>
          {names.map((name, at) => (
            <th key={at} className="w-[28%] truncate py-1 pl-2 text-right font-semibold">
              <VisibleText text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, was, is }) => (
          <tr key={name} className="border-b border-line">
            <td className="py-1 pr-2">{name}</td>
            <td className="py-1 pl-2 text-right text-dim">{was.shown}</td>
            <td className={`py-1 pl-2 text-right ${was.tokens === is.tokens ? "text-dim" : "font-medium"}`}>
              {is.shown}
            </td>
          </tr>
        ))}
        <tr className="font-medium">
          <td className="py-1 pr-2">{say("bill.total")}</td>
          <td className="py-1 pl-2 text-right">{sum(before)}</td>
          <td className="py-1 pl-2 text-right">{sum(after)}</td>
        </tr>
      </tbody>
    </table>
  );
}
