import type { OpBody, SessionId } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { Live, SessionState } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import type { ReactNode } from "react";
import { useFolderName } from "../../folders/use-folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { useConsole } from "../../session/console-context.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ContextFigures, ContextMeter } from "./context-meter.tsx";
import { ModelMenu } from "./model-menu.tsx";

type ChatHeaderProps = {
  id: SessionId;
  state: SessionState;
  live: Live;
  engine?: EngineStatus;
  send: (op: OpBody) => Promise<void>;
  menu: ReactNode;
  replayAddress: string;
  changesAddress: string;
  engineAddress: string;
  ownModelAddress: string;
  inspectorOpen: boolean;
  onInspector: () => void;
  onLens: () => void;
  /** Closes this column, when the page shows two. */
  onClose?: () => void;
};

const placeLook =
  "h-8 flex-none items-center gap-2 rounded-control px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-text pointer-coarse:h-11";

/** The session's title, workspace, model and context fill. */
export function ChatHeader(props: ChatHeaderProps) {
  const { id, state, live, engine, send, menu, inspectorOpen, onInspector, onLens, onClose } = props;
  const { replayAddress, changesAddress, engineAddress, ownModelAddress } = props;
  const { t } = useWords();
  const folderName = useFolderName();
  // Until the session is read, its title is known from the list.
  const listed = useConsole(({ sessions }) => sessions?.find((one) => one.id === id)?.title);
  const model = engine?.model;
  return (
    <header className="@container flex-none border-b border-soft px-2 sm:pr-4 sm:pl-6">
      <div className="flex min-h-14 items-center gap-x-2 py-1">
        {menu}
        {/* In a narrow column the model stands below the title. */}
        <div className="contents @max-[520px]:relative @max-[520px]:block @max-[520px]:min-w-0 @max-[520px]:flex-1">
          <h1 className="min-w-0 flex-[0_1_auto] truncate text-title font-semibold">
            <bdi>
              <VisibleText text={state.title || listed || t("sessions.untitled")} />
            </bdi>
          </h1>
          <span
            title={visibleText(state.workspace)}
            className="hidden max-w-48 min-w-0 flex-[0_100000_auto] truncate text-ui text-faint @min-[860px]:block"
          >
            <VisibleText text={folderName(state.workspace)} />
          </span>
          <LoadoutName state={state} />
          <span className="flex-1 @max-[520px]:hidden" />
          <ModelMenu
            engine={engine}
            workspace={state.workspace}
            engineAddress={engineAddress}
            ownModelAddress={ownModelAddress}
            sampling={state.sampling}
            systemText={state.systemText}
            held={state.turns > 0}
            session={state}
            context={{
              figures: <ContextFigures state={state} live={live} loaded={model?.window} />,
              onOpen: onLens,
            }}
            send={send}
          />
          <ContextMeter
            state={state}
            live={live}
            loaded={model?.window}
            isOpen={inspectorOpen}
            onOpen={onLens}
          />
        </div>
        {state.fileSets && (
          <a href={changesAddress} className={`hidden @min-[860px]:flex ${placeLook}`}>
            <Icon name="edit" />
            {t("inspector.changes")}
          </a>
        )}
        <a href={replayAddress} className={`hidden @min-[760px]:flex ${placeLook}`}>
          <Icon name="replay" />
          {t("sessions.replay")}
        </a>
        <IconButton
          icon="panel"
          label={t("inspector.open")}
          aria-expanded={inspectorOpen}
          onClick={onInspector}
          className={inspectorOpen ? "bg-pressed text-text" : ""}
        />
        {onClose && <IconButton icon="close" label={t("columns.close")} onClick={onClose} />}
      </div>
    </header>
  );
}

function LoadoutName({ state: { loadout } }: { state: SessionState }) {
  const { t } = useWords();
  if (!loadout) return null;
  return (
    <span
      title={visibleText(t("lens.loadout", { name: loadout.name }))}
      className="hidden max-w-40 min-w-0 flex-[0_1_auto] items-center gap-1 text-fine text-faint @min-[960px]:flex"
    >
      <Icon name="read" size={12} className="flex-none text-faint" />
      <span className="truncate">
        <VisibleText text={loadout.name} />
      </span>
    </span>
  );
}
