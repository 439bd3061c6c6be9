import { changedSampling, type Failure, type OpBody, type Sampling, type SessionId } from "@kestrel/protocol";
import { type DaemonStatus, type EngineStatus, findHeld, type ModelOrigin } from "@kestrel/protocol/api";
import { emptySession } from "@kestrel/session-state";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useNoFolder } from "../../folders/use-folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { SessionActionsContext } from "../../session/session-actions.tsx";
import { TrustCard } from "../../trust/trust-card.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { AutoNote } from "./auto-note.tsx";
import { Composer } from "./composer.tsx";
import { keepDraft } from "./draft.ts";
import { Elsewhere } from "./elsewhere.tsx";
import { EmptyChat, FirstSteps } from "./empty-chat.tsx";
import { FolderMenu } from "./folder-menu.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { ModelMenu } from "./model-menu.tsx";
import { PrivateMark } from "./private-mark.tsx";
import type { SlashPlaces } from "./slash/do-slash-command.ts";

type DraftPageProps = {
  /** The workspace. Default: the first of `workspaces` when the page opened, which is the last one used. */
  workspace?: string;
  workspaces: DaemonStatus["workspaces"];
  /** The session that this one continues, with a summary. */
  continues?: SessionId;
  engine?: EngineStatus;
  menu: ReactNode;
  engineAddress: string;
  ownModelAddress: string;
  sessionAddress: (id: SessionId) => string;
  onBegun: (id: SessionId) => void;
  /** Chooses another folder; undefined: one that is not among `workspaces`. */
  onFolder: (workspace: string | undefined) => void;
  places: SlashPlaces;
};

/** A session before its first message: it is created with that message, so that no empty session is left. */
export function DraftPage(props: DraftPageProps) {
  const { workspaces, continues, menu, engineAddress, ownModelAddress } = props;
  const { sessionAddress, onBegun, onFolder, places } = props;
  const [from, setFrom] = useState<ModelOrigin>();
  // A session created elsewhere meanwhile does not change this one's folder.
  const [lastUsed] = useState(workspaces[0]?.path ?? "");
  const { workspace = lastUsed } = props;
  const isFree = useNoFolder() === workspace;
  const sample = workspaces.some(({ kind, path }) => kind === "playground" && path === workspace);
  const { t } = useWords();
  const store = useConsoleStore();
  const usual = useConsole(({ status }) => status?.mode);
  const [chosen, setChosen] = useState<typeof usual>();
  const [sampling, setSampling] = useState<Sampling>();
  const [systemText, setSystemText] = useState<string>();
  const [memory, setMemory] = useState<boolean>();
  /** The pending message for a folder larger than a project. */
  const [unconfirmed, setUnconfirmed] = useState<{ op: OpBody; workspace: string }>();
  const [failure, setFailure] = useState<Failure>();
  const mode = chosen ?? usual ?? "ask";
  const beside = useConsole((known) => known.beside);
  const chosenModel = from && findHeld({ accepted: from }, beside ?? []);
  const held = chosenModel && from;
  const engine = chosenModel?.status ?? props.engine;
  const model = engine?.model;
  const state = useMemo(() => ({ ...emptySession, workspace, mode }), [workspace, mode]);
  const invoked = useRef<OpBody[]>([]);
  const actions = useMemo(() => {
    const send = async (op: OpBody) => {
      if (op.type === "set-mode") return setChosen(op.mode);
      if (op.type === "set-sampling") return setSampling((known) => changedSampling(known, op.change));
      if (op.type === "set-memory") return setMemory(op.on);
      if (op.type === "accept-model") return setFrom(op.from);
      // An invoked prompt is sent before the first message, when the session is created.
      if (op.type === "invoke") return void invoked.current.push(op);
      const mode: OpBody[] = chosen === undefined ? [] : [{ type: "set-mode", mode: chosen }];
      const alone: OpBody[] = memory === false ? [{ type: "set-memory", on: false }] : [];
      const before = [...mode, ...alone, ...invoked.current];
      const where = {
        sampling,
        systemText,
        model: held,
        ...(continues === undefined ? { workspace } : { continues }),
      };
      try {
        onBegun(await store.beginSession(where, [...before, op]));
      } catch (thrown) {
        if (failureOf(thrown).code === "workspace_unconfirmed") setUnconfirmed({ op, workspace });
        throw thrown;
      }
    };
    const readImage = () => Promise.reject(new Error("no picture was sent yet"));
    return { send, readImage, continueElsewhere: () => undefined, engineAddress };
  }, [store, workspace, continues, chosen, memory, sampling, systemText, held, engineAddress, onBegun]);
  const draft = `new ${continues ?? ""}`;
  const sayThere = async ({ op, workspace }: { op: OpBody; workspace: string }) => {
    try {
      await store.checkWorkspace(workspace, true);
      await actions.send(op);
      keepDraft(draft, "");
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  return (
    <SessionActionsContext value={actions}>
      <div className="flex h-full min-w-0 flex-col">
        <header className="@container flex h-14 flex-none items-center gap-2 px-2 sm:pr-4 sm:pl-6">
          {menu}
          <h1 className="min-w-0 flex-[0_1_auto] truncate text-title font-semibold">
            {t("sessions.untitled")}
          </h1>
          <span className="hidden max-w-96 min-w-0 truncate font-mono text-fine text-faint @min-[860px]:block">
            {!isFree && <VisibleText text={workspace} />}
          </span>
          <span className="flex-1" />
          <ModelMenu
            engine={engine}
            workspace={workspace}
            engineAddress={engineAddress}
            ownModelAddress={ownModelAddress}
            sampling={sampling}
            session={{ accepted: from }}
            systemText={systemText}
            onSystemText={setSystemText}
            send={actions.send}
          />
        </header>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <section aria-label={t("chat.conversation")} className="column my-auto pt-4">
            {continues && (
              <p className="rounded-card border border-line px-4 py-2 text-ui text-dim">
                <a href={sessionAddress(continues)} className="text-info underline underline-offset-2">
                  {t("chat.continues")}
                </a>
              </p>
            )}
            <Elsewhere engine={engine} />
            <TrustCard workspace={workspace} model={`${model?.label} ${model?.window}`} />
            <EmptyChat state={state} />
            <AutoNote mode={mode} />
            <Composer
              isLarge
              // A continued session keeps its mode.
              tools={
                <>
                  {continues === undefined && (
                    <>
                      <FolderMenu workspace={workspace} workspaces={workspaces} onChoose={onFolder} />
                      <ModeMenu mode={mode} send={actions.send} />
                    </>
                  )}
                  <PrivateMark memory={memory} send={actions.send} />
                </>
              }
              sessionId={draft}
              busy={false}
              takesFocus
              sees={model?.capabilities.vision === true}
              thinking={false}
              send={actions.send}
              onSent={() => undefined}
              desk={{
                ...{ state, places, edit: () => undefined },
                fork: () => Promise.reject(new Error("nothing to fork")),
              }}
            />
            {unconfirmed?.workspace === workspace && (
              <div className="mt-3">
                <FailureLine failure={failure} className="mb-2 text-ui" />
                <Button look="danger" onClick={() => void sayThere(unconfirmed)}>
                  {t("new.confirm", { path: workspace })}
                </Button>
              </div>
            )}
            {!isFree && <FirstSteps model={model} ownModelAddress={ownModelAddress} sample={sample} />}
          </section>
        </div>
      </div>
    </SessionActionsContext>
  );
}
