import type { TurnId } from "@kestrel/protocol";
import {
  canContinue,
  type Entry,
  type Live,
  nothingLive,
  phaseOf,
  type ReplyEntry,
  type SessionState,
  turnCost,
  waitingCalls,
} from "@kestrel/session-state";
import { answeredTogether } from "@kestrel/session-state/answer-together";
import { memoriesOfTurn, wishToRemember } from "@kestrel/session-state/memories";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Together } from "../approval/together.tsx";
import { useWords } from "../i18n/language.tsx";
import { passOver } from "../session/failure.ts";
import type { PastVersion } from "../session/past-version.ts";
import { SessionActionsContext } from "../session/session-actions.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useShortcut } from "../ui/use-shortcut.ts";
import { CallDraft } from "./call-draft.tsx";
// Not lazy: the text typed right after its shortcut belongs to it.
import { FindBar } from "./find-bar.tsx";
import { Compaction, Note, Reply, UserMessage } from "./messages.tsx";
import { ToolCard } from "./tool-card.tsx";
import { TurnEnd } from "./turn-end.tsx";
import { sourcesOfTurn } from "./turn-sources.tsx";
import {
  useChosenVersion,
  VersionControl,
  type VersionControlProps,
  type Versions,
  VersionsContext,
  versionsAt,
} from "./versions.tsx";

const Restored = lazyPart(() => import("./history-marks.tsx").then(({ Restored: mark }) => mark));
const Rewound = lazyPart(() => import("./history-marks.tsx").then(({ Rewound: mark }) => mark));

const moreButton = "rounded-control px-3 py-1 text-ui text-dim hover:bg-hover hover:text-text";

/** Entries shown at first, and loaded each time the user asks for earlier ones. */
const stretch = 60;
const page = 300;
/** When more rows than this follow a position, not all are rendered at once. */
const mostRows = 1_500;

type TranscriptProps = {
  state: SessionState;
  live: Live;
  at?: number;
  /** Loads earlier entries. Absent when all are loaded. */
  onEarlier?: () => Promise<void>;
  /** Loads all entries. */
  onWhole?: () => void;
  /** Reads the turn that an event removed from the conversation; absent in a replay. */
  readVersion?: (rewound: number) => Promise<PastVersion | undefined>;
};

/** The conversation, oldest first, opened at an event or its end. A long one starts with its last part; a search loads its match. */
export function Transcript({ state, live, at, onEarlier, onWhole, readVersion }: TranscriptProps) {
  const { t } = useWords();
  const { timeline } = state;
  const { first } = timeline;
  const [from, setFrom] = useState(() => Math.max(0, timeline.length - stretch));
  /** Where the rendered rows end before the newest entry, after a jump far back. */
  const [until, setUntil] = useState<number>();
  const [finding, setFinding] = useState(false);
  const [shown, setShown] = useState<number>();
  const rowsBox = useRef<HTMLDivElement>(null);
  const start = Math.max(first, Math.min(from, Math.max(0, timeline.length - 1)));
  const stop = Math.min(until ?? timeline.length, timeline.length);
  const goTo = (index: number) => {
    if (index >= start && index < stop) return;
    const begin = Math.max(0, index - 5);
    const toEnd = timeline.length - begin <= mostRows;
    setFrom((before) => (toEnd && until === undefined ? Math.min(before, begin) : begin));
    setUntil(toEnd ? undefined : begin + page);
  };
  const going = useRef(goTo);
  going.current = goTo;
  const find = useCallback(() => {
    setFinding(true);
    onWhole?.();
  }, [onWhole]);
  useShortcut("find", find);
  useKeptPlace(rowsBox, start);
  const show = (index: number | undefined) => {
    if (index !== undefined) goTo(index);
    setShown(index);
  };
  const { chosen, choose } = useChosenVersion(readVersion);
  const versions = useMemo(() => {
    const all: Versions[] = [];
    for (let index = start; readVersion && index < stop; index++) {
      const found = versionsAt({ timeline }, index);
      if (found) all.push(found);
    }
    return all;
  }, [timeline, start, stop, readVersion]);
  const controls = useMemo(
    () =>
      new Map(
        versions.map((one): [TurnId, VersionControlProps] => {
          const of = one.earlier.length + 1;
          return [one.turn, { at: of - 1, of, onChoose: (to) => choose(one, to) }];
        }),
      ),
    [versions, choose],
  );
  const rows = [];
  for (let index = start; index < stop; index++) {
    const entry = timeline.at(index);
    if (!entry) continue;
    // The end of its turn shows the version number.
    if (entry.kind === "rewound" && versions.some(({ earlier }) => earlier.includes(entry.seq))) continue;
    const past = versions.find(({ turn, begin }) => begin === index && chosen?.turn === turn);
    if (past && chosen) {
      rows.push(
        <div key={entry.seq} data-row={index}>
          <Past {...chosen} of={past.earlier.length + 1} onChoose={(to) => choose(past, to)} />
        </div>,
      );
      index = past.end;
      continue;
    }
    rows.push(
      <div
        key={entry.seq}
        data-row={index}
        className={index === shown && (finding || at !== undefined) ? "found" : undefined}
      >
        <Row entry={entry} index={index} state={state} live={live} />
      </div>,
    );
  }
  const [reading, setReading] = useState<"now" | "failed">();
  /** One load at a time. */
  const readEarlier = useCallback(() => {
    if (!onEarlier || reading === "now") return;
    setReading("now");
    onEarlier().then(
      () => setReading(undefined),
      (thrown: unknown) => {
        passOver(thrown);
        setReading("failed");
      },
    );
  }, [onEarlier, reading]);
  const earlier = () => {
    setFrom(Math.max(0, start - page));
    if (start - page < first) readEarlier();
  };
  const cameTo = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined || cameTo.current === at) return;
    if (first > 0 && (timeline.at(first)?.seq ?? 0) > at) {
      if (reading === undefined) readEarlier();
      return;
    }
    cameTo.current = at;
    let index = timeline.length - 1;
    while (index > first && (timeline.at(index)?.seq ?? 0) > at) index--;
    going.current(index);
    setShown(index);
  }, [at, timeline, first, reading, readEarlier]);
  useEffect(() => {
    if (at !== undefined && shown !== undefined && !finding)
      rowsBox.current?.querySelector(`[data-row="${shown}"]`)?.scrollIntoView({ block: "center" });
  }, [at, shown, finding]);
  const phase = phaseOf(state, live);
  const together = stop === timeline.length ? answeredTogether(waitingCalls(state)) : [];
  return (
    <>
      {finding && (
        <FindBar
          timeline={timeline}
          rows={rowsBox}
          shown={shown}
          onShow={show}
          onClose={() => {
            setFinding(false);
            setShown(undefined);
          }}
        />
      )}
      <div ref={rowsBox} className="stack gap-4">
        {start > 0 && <Earlier count={start} busy={reading === "now"} onEarlier={earlier} />}
        <VersionsContext value={controls}>{rows}</VersionsContext>
        {stop < timeline.length && (
          <div className="flex justify-center gap-2">
            <button
              type="button"
              className={moreButton}
              onClick={() => setUntil(stop + page < timeline.length ? stop + page : undefined)}
            >
              {t("chat.later.count", { count: timeline.length - stop })}
            </button>
            <button
              type="button"
              className={moreButton}
              onClick={() => {
                setFrom(timeline.length - stretch);
                setUntil(undefined);
              }}
            >
              {t("chat.newest")}
            </button>
          </div>
        )}
        {stop === timeline.length && phase?.kind === "calling" && <CallDraft call={phase.call} />}
        {together.length > 0 && <Together calls={together} />}
      </div>
    </>
  );
}

type PastProps = { at: number; of: number; past: PastVersion; onChoose: (at: number) => void };

/** An earlier version of a turn, read-only. */
function Past({ at, of, past, onChoose }: PastProps) {
  const { t } = useWords();
  const rows = [];
  for (let index = past.from; index < past.to; index++) {
    const entry = past.state.timeline.at(index);
    if (entry)
      rows.push(<Row key={entry.seq} entry={entry} index={index} state={past.state} live={nothingLive} />);
  }
  return (
    <SessionActionsContext value={undefined}>
      <section aria-label={t("versions.past")} className="-ml-4 stack gap-4 border-l-2 border-cold pl-4">
        <div className="flex flex-wrap items-center gap-x-3 text-fine text-dim">
          <VersionControl at={at} of={of} onChoose={onChoose} />
          <p className="min-w-0 flex-1">{t("versions.text")}</p>
        </div>
        {rows}
      </section>
    </SessionActionsContext>
  );
}

/** Loads earlier entries: on click, and when scrolled to. */
function Earlier({ count, busy, onEarlier }: { count: number; busy: boolean; onEarlier: () => void }) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const bring = useRef(onEarlier);
  bring.current = onEarlier;
  useEffect(() => {
    const element = button.current;
    const scroller = element?.closest<HTMLElement>(".overflow-y-auto");
    if (!element || !scroller) return;
    let top = scroller.scrollTop;
    const onScroll = () => {
      const up = scroller.scrollTop < top;
      top = scroller.scrollTop;
      const { bottom } = element.getBoundingClientRect();
      if (up && bottom >= scroller.getBoundingClientRect().top) bring.current();
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, []);
  return (
    <button
      ref={button}
      type="button"
      aria-busy={busy}
      className={`justify-self-center ${moreButton}`}
      onClick={onEarlier}
    >
      {t("chat.earlier.count", { count })}
    </button>
  );
}

/** Keeps the scroll position when earlier entries are inserted above. */
function useKeptPlace(box: RefObject<HTMLElement | null>, start: number): void {
  const before = useRef<{ start: number; row: HTMLElement | null }>({ start, row: null });
  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>("[data-row]") ?? null;
    const scroller = row?.closest<HTMLElement>(".overflow-y-auto");
    const { row: was, start: began } = before.current;
    before.current = { start, row };
    if (!row || !scroller || !was?.isConnected || start >= began) return;
    // Except at the very top, browsers keep the position themselves; both together would scroll twice as far.
    scroller.style.overflowAnchor = "none";
    scroller.scrollTop += was.offsetTop - row.offsetTop;
    requestAnimationFrame(() => {
      scroller.style.overflowAnchor = "";
    });
  }, [box, start]);
}

type RowProps = { entry: Entry; index: number; state: SessionState; live: Live };

function Row({ entry, index, state, live }: RowProps) {
  switch (entry.kind) {
    case "user":
      return (
        <div className="entry pt-6">
          <UserMessage entry={entry} />
        </div>
      );
    case "note":
      return <Note note={entry} />;
    case "reply": {
      const spoken = spokenBy(entry, live);
      const ends = state.timeline.at(index + 1)?.kind === "end";
      const failure = ends || mended(entry) ? undefined : entry.failure;
      return <Reply entry={entry} {...spoken} endsTurn={ends} failure={failure} />;
    }
    case "tool":
      return (
        <div className="-my-2">
          <ToolCard entry={entry} output={live.outputs[entry.callId]?.text} workspace={state.workspace} />
        </div>
      );
    case "compaction":
      return <Compaction entry={entry} />;
    case "restored":
      return <Restored entry={entry} />;
    case "rewound":
      return <Rewound entry={entry} />;
    case "end":
      return (
        <TurnEnd
          entry={entry}
          memories={memoriesOfTurn(state, entry.turnId, index)}
          sources={sourcesOfTurn(state, index)}
          asked={wishToRemember(state, entry.turnId, index)}
          cost={turnCost(state.timeline, index, entry)}
          cut={canContinue(state) && isNewestEnd(state, index)}
          newest={entry.failure?.code === "model_changed" && isNewestEnd(state, index)}
          held={state.model}
        />
      );
    default:
      entry satisfies never;
      return null;
  }
}

function isNewestEnd({ timeline }: SessionState, index: number): boolean {
  for (let later = index + 1; later < timeline.length; later++)
    if (timeline.at(later)?.kind === "end") return false;
  return true;
}

/** Whether compaction solved the failure: it is then not shown. */
function mended({ failure }: ReplyEntry): boolean {
  return failure?.code === "context_overflow";
}

/** The open reply's text: from the log, or the live text when it is ahead. */
function spokenBy(entry: ReplyEntry, live: Live): { text: string; reasoning: string; live: boolean } {
  const open = entry.finish === undefined && live.turnId === entry.turnId && live.step === entry.step;
  const longer = (one: string, other: string) => (other.length > one.length ? other : one);
  return {
    text: open ? longer(entry.text, live.text) : entry.text,
    reasoning: open ? longer(entry.reasoning, live.reasoning) : entry.reasoning,
    live: open,
  };
}
