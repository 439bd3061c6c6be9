import {
  type Entry,
  type Live,
  phaseOf,
  type ReplyEntry,
  type SessionState,
  turnCost,
} from "@kestrel/protocol";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { CallDraft } from "./call-draft.tsx";
import { Compaction, Note, Reply, UserMessage } from "./messages.tsx";
import { ToolCard } from "./tool-card.tsx";
import { TurnEnd } from "./turn-end.tsx";

/** How many entries stand on the page at first, and how many more each wish for earlier ones brings. */
const stretch = 60;

/** The conversation, oldest first. Long ones begin with their last part. */
export function Transcript({ state, live }: { state: SessionState; live: Live }) {
  const { t } = useWords();
  const { timeline } = state;
  const [from, setFrom] = useState(() => Math.max(0, timeline.length - stretch));
  const start = Math.min(from, Math.max(0, timeline.length - 1));
  const rows = [];
  for (let index = start; index < timeline.length; index++) {
    const entry = timeline.at(index);
    if (entry) rows.push(<Row key={entry.seq} entry={entry} index={index} state={state} live={live} />);
  }
  const phase = phaseOf(state, live);
  return (
    <div className="stack gap-4">
      {start > 0 && (
        <button
          type="button"
          className="justify-self-center rounded-control px-3 py-1 text-13 text-dim hover:bg-raised hover:text-text"
          onClick={() => setFrom(Math.max(0, start - stretch))}
        >
          {t("chat.earlier")}
        </button>
      )}
      {rows}
      {phase?.kind === "calling" && <CallDraft call={phase.call} />}
    </div>
  );
}

type RowProps = { entry: Entry; index: number; state: SessionState; live: Live };

function Row({ entry, index, state, live }: RowProps) {
  switch (entry.kind) {
    case "user":
      return (
        <div className="entry pt-2">
          <UserMessage entry={entry} />
        </div>
      );
    case "note":
      return <Note note={entry} />;
    case "reply": {
      const spoken = spokenBy(entry, live);
      const ends = state.timeline.at(index + 1)?.kind === "end";
      return <Reply entry={entry} {...spoken} failure={ends ? undefined : entry.failure} />;
    }
    case "tool":
      return (
        <div className="-my-1">
          <ToolCard entry={entry} output={live.outputs[entry.callId]?.text} workspace={state.workspace} />
        </div>
      );
    case "compaction":
      return <Compaction entry={entry} />;
    case "end":
      return <TurnEnd entry={entry} cost={turnCost(state.timeline, index, entry)} />;
    default:
      entry satisfies never;
      return null;
  }
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
