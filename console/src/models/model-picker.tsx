import {
  type ChoosableModel,
  findHeld,
  isFrom,
  type ListedEngine,
  type ModelChoices,
  type ModelOrigin,
  type ModelToLoad,
} from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { useLoad } from "./use-load.ts";

type ModelPickerProps = {
  /** The session that it chooses for. */
  session?: Pick<SessionState, "accepted" | "model">;
  /** Called when another model is chosen. `isBeside`: it is loaded beside the main one. */
  onChosen?: (from: ModelOrigin, isBeside: boolean) => Promise<void>;
};

/** Chooses from the models of servers and the files on disk; with a key field for a server that needs one. */
export function ModelPicker({ session, onChosen }: ModelPickerProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const engine = useConsole((state) => state.engine);
  const beside = useConsole((state) => state.beside);
  const { load, asking, failure } = useLoad();
  const [times, setTimes] = useState(0);
  const settled = engine?.state === "busy" ? "ready" : engine?.state;
  const choices = useAnswer(`${settled} ${engine?.label} ${statesOf(beside)} ${times}`, () =>
    store.client.call("listChoices"),
  );
  const isBusy = engine?.state === "busy";
  const runs = engine !== undefined && ["ready", "busy", "starting"].includes(engine.state);
  const loadIt = async (wanted: ModelToLoad, from: ModelOrigin) => {
    if (await load(wanted)) await onChosen?.(from, false).catch(passOver);
    setTimes((before) => before + 1);
  };
  if (!choices.value) {
    return choices.failure ? (
      <FailureLine failure={choices.failure} />
    ) : (
      <p className="text-faint">{t("models.looking")}</p>
    );
  }
  const { models, servers, setBy } = choices.value;
  const held = session && findHeld(session, beside ?? []);
  const isOwn = ({ from, inUse }: ChoosableModel) => (held ? isFrom(from, held.from) : inUse);
  const choose = (model: ChoosableModel) => {
    // Its engine may have failed before the file or the server returned.
    if (!model.beside && !(model.inUse && runs)) return loadIt(model.wanted, model.from);
    return isOwn(model) ? undefined : onChosen?.(model.from, model.beside === true).catch(passOver);
  };
  return (
    <div className="stack gap-2">
      <ul className="stack gap-0.5" aria-label={t("pick.title")}>
        {models.map((model) => (
          <li key={`${model.where} ${model.label}`}>
            <button
              type="button"
              aria-pressed={isOwn(model)}
              disabled={asking || (isBusy && !model.inUse && !model.beside)}
              onClick={() => void choose(model)}
              className="flex w-full items-start gap-2 rounded-control px-2 py-1 text-left hover:bg-hover disabled:opacity-60"
            >
              <Icon name="check" className={`mt-0.5 flex-none ${isOwn(model) ? "text-ok" : "invisible"}`} />
              <span className="min-w-0">
                <span className="block [overflow-wrap:anywhere]">
                  <VisibleText text={model.label} />
                  {model.title !== undefined && (
                    <span className="text-faint">
                      {" · "}
                      <VisibleText text={model.title} />
                    </span>
                  )}
                </span>
                <span className="block text-fine text-faint [overflow-wrap:anywhere]">
                  {model.where === undefined ? t("models.built-in") : <VisibleText text={model.where} />}
                  {model.remote && ` · ${t("pick.remote")}`}
                  {model.beside && ` · ${t("models.loaded.beside")}`}
                  {model.inUse && (beside?.length ?? 0) > 0 && ` · ${t("crew.role.lead")}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {servers.map(({ url, failure: why }) =>
        why?.code === "auth" ? (
          <KeyField
            key={url}
            url={url}
            busy={asking || isBusy}
            onKey={(key) => loadIt({ url, key }, { url })}
          />
        ) : (
          why && <FailureLine key={url} failure={why} className="text-fine" />
        ),
      )}
      <FailureLine failure={failure} />
      {isBusy && <p className="text-fine text-faint">{t("models.busy")}</p>}
      {setBy && <SetBy setBy={setBy} />}
    </div>
  );
}

/** Changes when a model is loaded beside the main one, or unloaded. */
const statesOf = (beside: readonly ListedEngine[] = []) =>
  beside.map(({ id, status: { state } }) => `${id} ${state === "busy" ? "ready" : state}`).join();

function SetBy({ setBy }: { setBy: NonNullable<ModelChoices["setBy"]> }) {
  const { t } = useWords();
  const { key, where = key } = setBy;
  return (
    <p className="text-fine text-faint [overflow-wrap:anywhere]">
      <VisibleText text={t("pick.set-by", { where, key })} />
    </p>
  );
}

type KeyFieldProps = { url: string; busy: boolean; onKey: (key: string) => Promise<void> };

/** The key for a server. It is sent to the daemon once, and never shown. */
function KeyField({ url, busy, onKey }: KeyFieldProps) {
  const { t } = useWords();
  const id = useId();
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== "") void onKey(key.trim());
  };
  return (
    <form onSubmit={submit} className="rounded-control border border-line px-2 py-2">
      <label htmlFor={id} className="block text-fine text-dim [overflow-wrap:anywhere]">
        <VisibleText text={t("pick.key", { url })} />
      </label>
      <div className="mt-1 flex gap-2">
        <input
          id={id}
          type="password"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          autoComplete="off"
          className="h-8 min-w-0 flex-1 rounded-control border border-control bg-paper px-2 font-mono text-fine"
        />
        <Button type="submit" disabled={busy || key.trim() === ""}>
          {t("use.server")}
        </Button>
      </div>
    </form>
  );
}
