import type { SessionId } from "@kestrel/protocol";
import type { ListedLoadout } from "@kestrel/protocol/api";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { AcceptedPlaces } from "./accepted-places.tsx";
import { CompareTwo } from "./compare-two.tsx";
import { LoadoutRow } from "./loadout-row.tsx";
import { LoadoutWizard } from "./loadout-wizard.tsx";
import { LoadoutWords, useLoadoutWords } from "./loadout-words.tsx";
import { RemovedLoadout } from "./removed-loadout.tsx";
import { hasKeptDraft } from "./use-kept-draft.ts";

type View = "compare" | "new";

type LoadoutsPageProps = {
  /** Default: all loadouts. */
  view?: View;
  menu: ReactNode;
  onView: (view?: View) => void;
  onBegun: (id: SessionId) => void;
};

/** The loadouts of this machine, a comparison of two, or the wizard for a new one. */
export function LoadoutsPage({ menu, ...views }: LoadoutsPageProps) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-3xl pt-4 pb-12 md:pt-10">
        <LoadoutWords>
          <Views {...views} />
        </LoadoutWords>
      </div>
    </div>
  );
}

function Views({ view, onView, onBegun }: Omit<LoadoutsPageProps, "menu">) {
  const { t } = useWords();
  const say = useLoadoutWords();
  /** Receives the focus each time the view changes. */
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current !== view) heading.current?.focus();
    shown.current = view;
  }, [view]);
  const titles = { all: t("loadouts.title"), compare: say("compare.title"), new: say("new.title") };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h1 font-semibold outline-none">
        {titles[view ?? "all"]}
      </h1>
      {view === "new" ? (
        <LoadoutWizard onLeave={() => onView()} onBegun={onBegun} />
      ) : (
        <Shelf view={view} onView={onView} onBegun={onBegun} />
      )}
    </>
  );
}

type ShelfProps = Pick<LoadoutsPageProps, "onView" | "onBegun"> & { view?: "compare" };

function Shelf({ view, onView, onBegun }: ShelfProps) {
  const { t } = useWords();
  const say = useLoadoutWords();
  const store = useConsoleStore();
  // The configuration may have changed since the console was opened.
  const { value: status } = useAnswer("", () => store.client.call("status"));
  const notice = status?.notices.find(({ code }) => code === "settings_changed");
  const awaitsStart = notice?.params.keys?.split(", ").includes("loadout");
  const [removed, setRemoved] = useState<string>();
  const [times, setTimes] = useState(0);
  const { value, failure } = useAnswer(`${times}`, () => store.client.call("listLoadouts"));
  const changed = (gone?: string) => {
    setRemoved(gone);
    setTimes(times + 1);
  };
  return (
    <>
      <p className="mt-1 text-dim">{say("page.text")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" icon="plus" onClick={() => onView("new")}>
          {say(hasKeptDraft() ? "page.goOn" : "page.new")}
        </Button>
        {view === "compare" ? (
          <Button onClick={() => onView()}>{say("page.all")}</Button>
        ) : (
          <Button onClick={() => onView("compare")} disabled={!value || value.loadouts.length < 2}>
            {say("page.compare")}
          </Button>
        )}
      </div>
      {failure && (
        <div className="mt-4">
          <Notice tone="danger" role="alert">
            <FailureText failure={failure} />
          </Notice>
        </div>
      )}
      {awaitsStart && (
        <p className="mt-4 text-ui text-warn">{t("notice.settings_changed", { keys: "loadout" })}</p>
      )}
      {removed !== undefined && <RemovedLoadout name={removed} onBack={() => changed()} />}
      {!value && !failure && <p className="mt-6 text-ui text-faint">{say("page.looking")}</p>}
      {value && (
        <div className="mt-6">
          {view === "compare" ? (
            <CompareTwo loadouts={readable(value.loadouts)} />
          ) : (
            <>
              <div className="stack gap-2">
                {value.loadouts.map((listed) => (
                  <LoadoutRow
                    key={listed.file}
                    listed={listed}
                    onBegun={onBegun}
                    onRemoved={() => changed(listed.name)}
                  />
                ))}
              </div>
              <AcceptedPlaces
                places={value.accepted}
                unreadable={value.unreadable}
                onForgotten={() => changed()}
              />
              <p className="mt-6 text-ui text-dim">
                {say("page.folder")}{" "}
                <code className="font-mono text-fine [overflow-wrap:anywhere]">
                  <VisibleText text={value.folder} />
                </code>
              </p>
            </>
          )}
        </div>
      )}
    </>
  );
}

function readable(all: readonly ListedLoadout[]): ListedLoadout[] {
  return all.filter(({ checked }) => checked !== undefined);
}
