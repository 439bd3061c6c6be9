import {
  canContinue,
  type Entry,
  type Live,
  phaseOf,
  type ReplyEntry,
  type SessionState,
  turnCost,
} from "@kestrel/session-state";
import { memoriesOfTurn } from "@kestrel/session-state/memories";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useShortcut } from "../ui/use-shortcut.ts";
import { CallDraft } from "./call-draft.tsx";
// Not a later part: what is typed right behind its key is for it.
import { FindBar } from "./find-bar.tsx";
import { Compaction, Note, Reply, UserMessage } from "./messages.tsx";
import { ToolCard } from "./tool-card.tsx";
import { TurnEnd } from "./turn-end.tsx";

const Restored = lazyPart(() => import("./history-marks.tsx").then(({ Restored: mark }) => mark));
const Rewound = lazyPart(() => import("./history-marks.tsx").then(({ Rewound: mark }) => mark));

/** How many entries stand on the page at first, and how many more each wish for earlier ones brings. */
const stretch = 60;
const page = 300;

/** The conversation, oldest first; opened at the event of a number, or at its end. Long ones begin with their last part; finding words brings the part where they stand. */
export function Transcript({ state, live, at }: { state: SessionState; live: Live; at?: number }) {
  const { t } = useWords();
  const { timeline } = state;
  const [from, setFrom] = useState(() => Math.max(0, timeline.length - stretch));
  const [finding, setFinding] = useState(false);
  const [shown, setShown] = useState<number>();
  const rowsBox = useRef<HTMLDivElement>(null);
  const start = Math.min(from, Math.max(0, timeline.length - 1));
  const find = useCallback(() => setFinding(true), []);
  useShortcut("find", find);
  useKeptPlace(rowsBox, start);
  const show = (index: number | undefined) => {
    if (index !== undefined) setFrom((before) => Math.min(before, Math.max(0, index - 5)));
    setShown(index);
  };
  const rows = [];
  for (let index = start; index < timeline.length; index++) {
    const entry = timeline.at(index);
    if (!entry) continue;
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
  const cameTo = useRef<number>(undefined);
  useEffect(() => {
    if (at === undefined || cameTo.current === at) return;
    cameTo.current = at;
    let index = timeline.length - 1;
    while (index > 0 && (timeline.at(index)?.seq ?? 0) > at) index--;
    setFrom((before) => Math.min(before, Math.max(0, index - 5)));
    setShown(index);
  }, [at, timeline]);
  useEffect(() => {
    if (at !== undefined && shown !== undefined && !finding)
      rowsBox.current?.querySelector(`[data-row="${shown}"]`)?.scrollIntoView({ block: "center" });
  }, [at, shown, finding]);
  const phase = phaseOf(state, live);
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
        {start > 0 && (
          <button
            type="button"
            className="justify-self-center rounded-control px-3 py-1 text-ui text-dim hover:bg-hover hover:text-text"
            onClick={() => setFrom(Math.max(0, start - page))}
          >
            {t("chat.earlier.count", { count: start })}
          </button>
        )}
        {rows}
        {phase?.kind === "calling" && <CallDraft call={phase.call} />}
      </div>
    </>
  );
}

/** Keeps what is being read where it is when earlier entries come above it. */
function useKeptPlace(box: RefObject<HTMLElement | null>, start: number): void {
  const before = useRef({ start, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    const scroller = element?.closest<HTMLElement>(".overflow-y-auto");
    if (!element || !scroller) return;
    const grown = element.offsetHeight - before.current.height;
    if (start < before.current.start && grown > 0) scroller.scrollTop += grown;
    before.current.start = start;
  }, [box, start]);
  useLayoutEffect(() => {
    before.current.height = box.current?.offsetHeight ?? 0;
  });
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
          memories={memoriesOfTurn(state, entry.turnId)}
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

/** A refusal that room was made after is no trouble of anybody's. */
function mended({ failure }: ReplyEntry): boolean {
  return failure?.code === "context_overflow";
}

/** The open reply's words: the log's, or the live ones when they are ahead. */
function spokenBy(entry: ReplyEntry, live: Live): { text: string; reasoning: string; live: boolean } {
  const open = entry.finish === undefined && live.turnId === entry.turnId && live.step === entry.step;
  const longer = (one: string, other: string) => (other.length > one.length ? other : one);
  return {
    text: open ? longer(entry.text, live.text) : entry.text,
    reasoning: open ? longer(entry.reasoning, live.reasoning) : entry.reasoning,
    live: open,
  };
}
