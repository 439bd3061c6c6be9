import type { LogDamage, SessionId, TurnId } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { isThinking, phaseOf, runningJobs, waitingCalls } from "@kestrel/session-state";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { commandsIn } from "../../calls/commands-in.ts";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { passOver } from "../../session/failure.ts";
import { SessionActionsContext } from "../../session/session-actions.tsx";
import { useCutOff } from "../../session/use-cut-off.ts";
import { useSession } from "../../session/use-session.ts";
import { Continues } from "../../transcript/continues.tsx";
import { Transcript } from "../../transcript/transcript.tsx";
import { useStickToBottom } from "../../transcript/use-stick-to-bottom.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ApprovalDock } from "./approval-dock.tsx";
import { AutoNote } from "./auto-note.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { keepDraft } from "./draft.ts";
import { Elsewhere } from "./elsewhere.tsx";
import { EmptyChat, FirstSteps } from "./empty-chat.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { NoticeOffer } from "./notice-offer.tsx";
import { OverBudget } from "./over-budget.tsx";
import { PendingWords } from "./pending-words.tsx";
import { PlanStrip } from "./plan-strip.tsx";
import { PrivateMark } from "./private-mark.tsx";
import type { SlashPlaces } from "./slash/do-slash-command.ts";
import { StatusLine } from "./status-line.tsx";
import { useHistory } from "./take-back/use-history.ts";

const CrewLanes = lazyPart(() => import("../../crew/crew-lanes.tsx").then(({ CrewLanes: lanes }) => lanes));
const EscalationOffer = lazyPart(() =>
  import("./escalation-offer.tsx").then(({ EscalationOffer: offer }) => offer),
);
const JobsBar = lazyPart(() => import("./jobs-bar.tsx").then(({ JobsBar: bar }) => bar));
const UndoDock = lazyPart(() => import("./take-back/undo-dock.tsx").then(({ UndoDock: dock }) => dock));

type ChatPageProps = {
  id: SessionId;
  /** The event that is shown first; the end of the conversation when absent. */
  at?: number;
  engine?: EngineStatus;
  engineAddress: string;
  ownModelAddress: string;
  replayAddress: string;
  changesAddress: string;
  crewAddress: string;
  sessionAddress: (id: SessionId) => string;
  /** Part of the log cannot be read: no message can be sent. */
  damage?: LogDamage;
  /** The sample project's path; undefined until the daemon has reported it. */
  sampleFolder?: string;
  menu: ReactNode;
  inspectorOpen: boolean;
  onInspector: () => void;
  /** The panel next to the conversation, below the header. */
  panel: ReactNode;
  /** Whether to show the plan above the input, because no panel shows it. */
  showsPlan: boolean;
  onLens: () => void;
  onClose?: () => void;
  /** Opens a session that continues this one with a summary. */
  onContinue: () => void;
  places: SlashPlaces;
};

/** One session: its conversation, pending messages and approvals, and the composer. */
export function ChatPage(props: ChatPageProps) {
  const {
    id,
    at,
    engineAddress,
    sessionAddress,
    crewAddress,
    damage,
    sampleFolder,
    onContinue,
    places,
    panel,
    showsPlan,
    ...rest
  } = props;
  const { t } = useWords();
  const store = useConsoleStore();
  const opened = useSession(id);
  const cutOff = useCutOff();
  const scroller = useRef<HTMLDivElement>(null);
  const toEnd = useRef<() => void>(undefined);
  const send = opened?.send;
  const readImage = opened?.readImage;
  const state = opened?.session.state;
  const { actions: history, ...back } = useHistory({ id, state, send, addressOf: sessionAddress });
  const timeline = useRef(opened?.session.state.timeline);
  timeline.current = opened?.session.state.timeline;
  const actions = useMemo(
    () =>
      send &&
      readImage &&
      history && {
        ...{ send, readImage, history, continueElsewhere: onContinue, engineAddress, sessionAddress },
        earlierCommands: () => commandsIn(timeline.current ?? []),
      },
    [send, readImage, history, onContinue, engineAddress, sessionAddress],
  );
  const readEarlier = useCallback(() => store.readEarlier(), [store]);
  const readWhole = useCallback(() => void store.readWhole().catch(passOver), [store]);
  const readVersion = useCallback(
    async (rewound: number) => {
      await store.readWhole();
      const { pastVersion } = await import("../../session/past-version.ts");
      return pastVersion(store.state().open?.events ?? [], rewound);
    },
    [store],
  );
  const fork = async (turn?: TurnId) => {
    const forked = await store.forkSession(id, turn);
    if (forked.text !== undefined) keepDraft(forked.id, forked.text);
    return forked.id;
  };
  if (!opened || !actions || !history) return null;
  const { session } = opened;
  if (session.failure) {
    return (
      <div className="column pt-6">
        {rest.menu}
        <Notice tone="danger">
          <FailureText failure={session.failure} />
        </Notice>
      </div>
    );
  }
  const model = rest.engine?.model;
  const [waiting, ...others] = waitingCalls(session.state);
  const empty = session.caughtUp && session.state.timeline.length === 0;
  return (
    <SessionActionsContext value={actions}>
      <ChatHeader
        id={id}
        state={session.state}
        live={session.live}
        send={opened.send}
        engineAddress={engineAddress}
        {...rest}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Scroller
            key={id}
            scroller={scroller}
            ready={session.caughtUp}
            follows={at === undefined}
            busy={session.state.openTurn !== undefined}
            waits={waiting !== undefined}
            end={toEnd}
            title={rest.onClose && (session.state.title || id)}
            news={
              session.caughtUp
                ? `${session.state.timeline.length} ${session.live.text.length} ${session.live.reasoning.length}`
                : undefined
            }
          >
            <Elsewhere engine={rest.engine} />
            <Continues state={session.state} addressOf={sessionAddress} />
            <OverBudget state={session.state} />
            {empty ? (
              <>
                <EmptyChat state={session.state} />
                <FirstSteps
                  model={model}
                  ownModelAddress={rest.ownModelAddress}
                  sample={session.state.workspace === sampleFolder}
                />
              </>
            ) : session.caughtUp ? (
              <Transcript
                state={session.state}
                live={session.live}
                at={at}
                onEarlier={readEarlier}
                onWhole={readWhole}
                readVersion={readVersion}
              />
            ) : (
              <p className="text-ui text-faint">{t("chat.loading")}</p>
            )}
          </Scroller>
          {/* A gutter as wide as the scrollbar above, so that both have the same edges. */}
          <div
            data-waits={waiting ? "" : undefined}
            className="flex-none overflow-hidden [scrollbar-gutter:stable_both-edges]"
          >
            <div className="column pt-1 pb-4 max-sm:in-data-waits:pb-2">
              {(session.live.crew || session.state.crewJobs) && (
                <CrewLanes state={session.state} live={session.live} address={crewAddress} />
              )}
              {session.state.escalation && <EscalationOffer state={session.state} send={opened.send} />}
              {runningJobs(session.state).length > 0 && <JobsBar state={session.state} send={opened.send} />}
              {waiting && (
                <ApprovalDock
                  key={waiting.question?.digest ?? waiting.approval?.digest}
                  call={waiting}
                  of={1 + others.length}
                  workspace={session.state.workspace}
                  scroller={scroller}
                />
              )}
              <PendingWords state={session.state} send={opened.send} />
              {!damage && (
                <UndoDock
                  state={session.state}
                  history={history}
                  changesAddress={rest.changesAddress}
                  takeBack={back.takeBack}
                  failure={back.failure}
                  send={opened.send}
                  onClose={back.endTakeBack}
                />
              )}
              {damage && (
                <Notice tone="warn">
                  <FailureText failure={{ code: "log_damaged", params: damage }} />
                  <Button className="mt-2" onClick={onContinue}>
                    {t("turn.full.new")}
                  </Button>
                </Notice>
              )}
              <AutoNote mode={session.state.mode} />
              <NoticeOffer busy={session.state.openTurn !== undefined && !waiting} />
              {showsPlan && <PlanStrip timeline={session.state.timeline} />}
              <Composer
                key={id}
                sessionId={id}
                busy={session.state.openTurn !== undefined}
                cutOff={cutOff}
                takesFocus={empty || store.begun === id}
                sees={model?.capabilities.vision === true}
                thinking={isThinking(session.state, session.live)}
                send={opened.send}
                edits={{ id, state: session.state, editing: back.editing, onEnd: back.endEditing }}
                onSent={() => toEnd.current?.()}
                tools={
                  <>
                    <ModeMenu mode={session.state.mode} send={opened.send} />
                    <PrivateMark memory={session.state.memory} send={opened.send} />
                  </>
                }
                status={
                  <StatusLine
                    phase={cutOff ? undefined : phaseOf(session.state, session.live)}
                    live={session.live}
                  />
                }
                desk={{
                  state: session.state,
                  whole: async () => {
                    await store.readWhole();
                    return store.state().open?.state ?? session.state;
                  },
                  fork,
                  places,
                  edit: history.edit,
                  review: () => history.takeBack(),
                }}
              />
            </div>
          </div>
        </div>
        {panel}
      </div>
    </SessionActionsContext>
  );
}

type ScrollerProps = {
  scroller: RefObject<HTMLDivElement | null>;
  ready: boolean;
  /** Whether it starts scrolled to the end. */
  follows: boolean;
  /** No undo while a turn runs. */
  busy: boolean;
  /** An approval waits at the end, which needs the space. */
  waits: boolean;
  /** Set to a function that scrolls to the end and follows new entries again. */
  end: RefObject<(() => void) | undefined>;
  /** Set when another conversation is shown beside it. */
  title: string | undefined;
  /** Changes when a message or an action was added. */
  news: string | undefined;
  children: ReactNode;
};

function Scroller({ scroller, ready, follows, busy, waits, end, title, news, children }: ScrollerProps) {
  const { t } = useWords();
  const content = useRef<HTMLElement>(null);
  const { away, toEnd } = useStickToBottom(scroller, content, { news, follows });
  useEffect(() => {
    end.current = toEnd;
    if (ready && follows) toEnd();
  }, [ready, follows, end, toEnd]);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className="@container-[size] h-full overflow-x-hidden overflow-y-auto [scrollbar-gutter:stable_both-edges]"
        tabIndex={-1}
      >
        <section
          ref={content}
          aria-label={title === undefined ? t("chat.conversation") : t("chat.conversation.of", { title })}
          data-busy={busy ? "" : undefined}
          className={`column pt-6 ${waits ? "pb-1" : "pb-12"}`}
        >
          {children}
        </section>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-b from-transparent to-paper"
      />
      {away && (
        <Button icon="down" className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-2" onClick={toEnd}>
          {t(away === "news" ? "chat.new-below" : "chat.newest")}
        </Button>
      )}
    </div>
  );
}
