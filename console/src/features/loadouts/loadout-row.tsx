import { builtInDescription, type SayAny } from "@kestrel/i18n";
import type { ListedLoadout } from "@kestrel/protocol/api";
import { seatPlace } from "@kestrel/session-state";
import { EmptySeats } from "../../crew/empty-seats.tsx";
import { useWords } from "../../i18n/language.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { BillBars } from "./bill-bars.tsx";
import { CheckLines } from "./check-lines.tsx";
import { LoadoutFacts } from "./loadout-facts.tsx";
import { LoadoutFile } from "./loadout-file.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { StartSession } from "./start-session.tsx";

type LoadoutRowProps = {
  listed: ListedLoadout;
  open?: boolean;
  onBegun: Parameters<typeof StartSession>[0]["onBegun"];
  onRemoved: () => void;
};

/** One loadout: a summary line; when opened, its contents, its cost, and a form to start a session with it. */
export function LoadoutRow({ listed, open, onBegun, onRemoved }: LoadoutRowProps) {
  const { numbers, t } = useWords();
  const say = useLoadoutWords();
  const { name, from, checked, failure } = listed;
  const description = checked?.frozen.metadata.description ?? "";
  const bill = checked?.bill;
  return (
    <details
      data-loadout={name}
      open={open}
      className="group/loadout rounded-card border border-line bg-card"
    >
      <summary className="flex min-h-12 items-center gap-3 rounded-card px-4 py-2 hover:bg-hover">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-[1_1_12rem]">
            <span className="block truncate font-medium">
              <VisibleText text={name} />
            </span>
            <span className="block text-fine text-dim [overflow-wrap:anywhere]">
              <VisibleText text={builtInDescription("loadout", { name, from, description }, t as SayAny)} />
            </span>
          </span>
          <Marks listed={listed} />
          {bill && (
            <span className="tabular flex-none text-fine text-faint">
              {say("page.tokens", { mark: bill.exact ? "" : "~", tokens: numbers.count(bill.total) })}
            </span>
          )}
        </span>
        <Icon
          name="chevron"
          size={12}
          className="flex-none text-faint transition-transform duration-150 ease-out group-open/loadout:rotate-90"
        />
      </summary>
      <div className="stack gap-5 border-t border-line px-4 py-4">
        {failure && (
          <div className="text-ui text-danger">
            <FailureText failure={failure} />
          </div>
        )}
        {checked && (
          <>
            <CheckLines checked={checked} />
            <BillBars bill={checked.bill} />
            <LoadoutFacts listed={listed} frozen={checked.frozen} />
            <EmptySeats crew={checked.frozen.crew} />
            <StartSession name={name} model={checked.frozen.model} onBegun={onBegun} />
          </>
        )}
        <LoadoutFile listed={listed} onRemoved={onRemoved} />
      </div>
    </details>
  );
}

function Marks({ listed }: { listed: ListedLoadout }) {
  const say = useLoadoutWords();
  const { inForce, from, imported, built, checked, failure } = listed;
  return (
    <>
      {inForce && <Chip tone="ok">{say("mark.inForce")}</Chip>}
      {from === "kestrel" && <Chip>{say("mark.kestrel")}</Chip>}
      {built && <Chip>{say("mark.built")}</Chip>}
      {imported && <Chip tone="warn">{say("mark.imported")}</Chip>}
      {failure && <Chip tone="danger">{say("page.broken")}</Chip>}
      {checked?.frozen.crew.some(({ model }) => seatPlace(model).elsewhere !== undefined) && (
        <Chip tone="warn">{say("mark.elsewhere")}</Chip>
      )}
      {checked?.excess && <Chip tone="danger">{say("mark.excess")}</Chip>}
      {checked && checked.problems.length > 0 && <Chip tone="warn">{say("mark.missing")}</Chip>}
    </>
  );
}
