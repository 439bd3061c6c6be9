import type { OpBody } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { Live, SessionState } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/language.tsx";
import { lastUsage } from "../../session/last-usage.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ContextMeter } from "./context-meter.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { ModelMenu } from "./model-menu.tsx";

type ChatHeaderProps = {
  state: SessionState;
  live: Live;
  engine?: EngineStatus;
  send: (op: OpBody) => Promise<void>;
  menu: ReactNode;
  replayAddress: string;
  engineAddress: string;
  ownModelAddress: string;
  inspectorOpen: boolean;
  onInspector: () => void;
  onLens: () => void;
};

/** What is open, where it works, with which model and how full the window is. */
export function ChatHeader(props: ChatHeaderProps) {
  const { state, live, engine, send, menu, inspectorOpen, onInspector, onLens } = props;
  const { replayAddress, engineAddress, ownModelAddress } = props;
  const { t } = useWords();
  const model = engine?.model;
  return (
    <header className="@container flex-none border-b border-line pr-2 pl-2 md:pl-4">
      {/* Where it is narrow the title has a row of its own, and everything else stands below it. */}
      <div className="flex min-h-11 items-center gap-x-2 py-1 @max-[520px]:flex-wrap">
        {menu}
        <h1 className="min-w-0 flex-[0_1_auto] truncate font-semibold @max-[520px]:flex-[1_0_calc(100%-2.5rem)]">
          <bdi>
            <VisibleText text={state.title || t("sessions.untitled")} />
          </bdi>
        </h1>
        <span
          title={visibleText(state.workspace)}
          className="hidden max-w-72 min-w-0 flex-[0_100000_auto] truncate font-mono text-12 text-faint @min-[860px]:block"
        >
          <VisibleText text={state.workspace} />
        </span>
        <LoadoutName state={state} />
        <span className="flex-1" />
        <ModelMenu
          engine={engine}
          workspace={state.workspace}
          engineAddress={engineAddress}
          ownModelAddress={ownModelAddress}
          sampling={state.sampling}
          held={state.turns > 0}
          send={send}
        />
        <ModeMenu mode={state.mode} send={send} />
        <ContextMeter state={state} live={live} loaded={model?.window} onOpen={onLens} />
        <LastTurn state={state} />
        <a
          href={replayAddress}
          aria-label={t("sessions.replay")}
          title={t("sessions.replay")}
          className="hidden size-8 flex-none place-items-center rounded-control text-dim hover:bg-raised hover:text-text @min-[520px]:grid"
        >
          <Icon name="replay" />
        </a>
        <IconButton
          icon="panel"
          label={t("inspector.open")}
          aria-expanded={inspectorOpen}
          onClick={onInspector}
          className={inspectorOpen ? "bg-raised text-text" : ""}
        />
      </div>
    </header>
  );
}

function LoadoutName({ state: { loadout } }: { state: SessionState }) {
  const { t } = useWords();
  if (!loadout) return null;
  return (
    <span
      title={visibleText(t("lens.loadout", { name: loadout.name, digest: loadout.digest }))}
      className="hidden max-w-40 min-w-0 flex-[0_1_auto] items-center gap-1 text-12 text-dim @min-[640px]:flex"
    >
      <Icon name="read" size={12} className="flex-none text-faint" />
      <span className="truncate">
        <VisibleText text={loadout.name} />
      </span>
    </span>
  );
}

function LastTurn({ state }: { state: SessionState }) {
  const { t, numbers } = useWords();
  const usage = lastUsage(state);
  const parts: string[] = [];
  if (usage?.prompt && usage.cached !== undefined) {
    parts.push(t("meter.reuse", { share: numbers.share(usage.cached / usage.prompt) }));
  }
  if (usage?.generated && usage.generateMs) {
    parts.push(t("turn.speed", { speed: numbers.speed((usage.generated * 1000) / usage.generateMs) }));
  }
  if (parts.length === 0) return null;
  return (
    <span className="tabular hidden flex-none text-12 text-faint @min-[960px]:block">
      {parts.join(" · ")}
    </span>
  );
}
