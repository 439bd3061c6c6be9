import type { Failure, SessionId } from "@kestrel/protocol";
import type { LoadoutModel, ModelToLoad } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Select } from "../../ui/select.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { modelText } from "./model-text.ts";
import { wantedModel } from "./wanted-model.ts";

type StartSessionProps = {
  /** Its name in the list. */
  name: string;
  model?: LoadoutModel;
  onBegun: (id: SessionId) => void;
};

/** A folder and a first task: the session starts with that message and this loadout. */
export function StartSession({ name, model, onBegun }: StartSessionProps) {
  const say = useLoadoutWords();
  const store = useConsoleStore();
  const known = useConsole((state) => state.status?.workspaces);
  const field = useId();
  const folders = (known ?? [])
    .filter(({ kind }) => kind !== "none")
    .sort((one) => (one.kind === "playground" ? 1 : -1));
  const [folder, setFolder] = useState<string>();
  const [task, setTask] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const workspace = folder ?? folders[0]?.path;
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (workspace === undefined || task.trim() === "") return;
    setBusy(true);
    setFailure(undefined);
    store
      .beginSession({ workspace, loadout: name }, [{ type: "send-message", text: task }])
      .then(onBegun, (thrown: unknown) => setFailure(failureOf(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={start} className="stack gap-2" aria-label={say("start.title")}>
      <h2 className="text-fine font-semibold text-faint">{say("start.title")}</h2>
      {model && <OtherModel name={name} wanted={model} />}
      <label htmlFor={`${field}-folder`} className="text-ui">
        {say("start.folder")}
      </label>
      <Select
        id={`${field}-folder`}
        label={say("start.folder")}
        value={workspace ?? ""}
        options={folders.map(({ path, kind }) => ({
          value: path,
          text: kind === "playground" ? say("start.sample") : visibleName(path),
        }))}
        onChange={setFolder}
      />
      <label htmlFor={`${field}-task`} className="text-ui">
        {say("start.task")}
      </label>
      <textarea
        id={`${field}-task`}
        rows={2}
        value={task}
        onChange={(event) => setTask(event.target.value)}
        className="min-w-0 rounded-control border border-control bg-paper px-3 py-2"
      />
      <FailureLine failure={failure} className="text-ui" />
      <div>
        <Button type="submit" look="primary" icon="play" disabled={busy || task.trim() === "" || !workspace}>
          {say("start.go")}
        </Button>
      </div>
    </form>
  );
}

/** A session uses the current model; when a loadout names another one, this shows it and how to load it. */
function OtherModel({ name, wanted: model }: { name: string; wanted: LoadoutModel }) {
  const { t } = useWords();
  const say = useLoadoutWords();
  const store = useConsoleStore();
  const engine = useConsole((state) => state.engine);
  const [failure, setFailure] = useState<Failure>();
  const [asked, setAsked] = useState(false);
  const running = engine?.model?.label ?? engine?.label;
  const found = engine && wantedModel(model, engine);
  if (!found || found.isInUse) return null;
  const { load: body } = found;
  const load = (body: ModelToLoad) => {
    setFailure(undefined);
    setAsked(true);
    store.client
      .call("loadModel", { body })
      .catch((thrown: unknown) => setFailure(failureOf(thrown)))
      .finally(() => setAsked(false));
  };
  const wanted = modelText(model);
  return (
    <div className="stack gap-2 rounded-control border border-line px-3 py-2 text-ui text-dim">
      <p className="[overflow-wrap:anywhere]">
        {running === undefined
          ? say("start.model.none", { wanted })
          : say("start.model", { wanted, running })}
      </p>
      {body ? (
        <div>
          <Button
            onClick={() => load(body)}
            disabled={asked || engine.state === "busy" || engine.state === "starting"}
          >
            {engine.state === "starting" ? t("models.loading") : say("start.load", { wanted })}
          </Button>
        </div>
      ) : (
        <p>
          <CodeWords text={say("start.restart", { name })} />
        </p>
      )}
      <FailureLine failure={failure} />
    </div>
  );
}
