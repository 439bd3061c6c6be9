import type { EngineStatus, ModelChoices, ModelOrigin, ModelToLoad } from "@kestrel/protocol/api";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { useLoad } from "./use-load.ts";

type ModelPickerProps = {
  engine?: EngineStatus;
  /** Called when another model is loaded. */
  onChosen?: (from: ModelOrigin) => Promise<void>;
};

/** Chooses from the models of servers and the files on disk; with a key field for a server that needs one. */
export function ModelPicker({ engine, onChosen }: ModelPickerProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const { load, asking, failure } = useLoad();
  const [times, setTimes] = useState(0);
  const settled = engine?.state === "busy" ? "ready" : engine?.state;
  const choices = useAnswer(`${settled} ${engine?.label} ${times}`, () => store.client.call("listChoices"));
  const isBusy = engine?.state === "busy";
  const runs = engine !== undefined && ["ready", "busy", "starting"].includes(engine.state);
  const choose = async (wanted: ModelToLoad, from: ModelOrigin) => {
    if (await load(wanted)) await onChosen?.(from).catch(passOver);
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
  return (
    <div className="stack gap-2">
      <ul className="stack gap-0.5" aria-label={t("pick.title")}>
        {models.map(({ label, title, where, wanted, from, inUse, remote }) => (
          <li key={`${where} ${label}`}>
            <button
              type="button"
              aria-pressed={inUse}
              disabled={asking || isBusy}
              // Its engine may have failed before the file or the server returned.
              onClick={() => (inUse && runs) || void choose(wanted, from)}
              className="flex w-full items-start gap-2 rounded-control px-2 py-1 text-left hover:bg-hover disabled:opacity-60"
            >
              <Icon name="check" className={`mt-0.5 flex-none ${inUse ? "text-ok" : "invisible"}`} />
              <span className="min-w-0">
                <span className="block [overflow-wrap:anywhere]">
                  <VisibleText text={label} />
                  {title !== undefined && (
                    <span className="text-faint">
                      {" · "}
                      <VisibleText text={title} />
                    </span>
                  )}
                </span>
                <span className="block text-fine text-faint [overflow-wrap:anywhere]">
                  {where === undefined ? t("models.built-in") : <VisibleText text={where} />}
                  {remote && ` · ${t("pick.remote")}`}
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
            onKey={(key) => choose({ url, key }, { url })}
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
