import type { SessionState, ToolEntry } from "@kestrel/protocol";
import { type RefObject, useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { ApprovalCard } from "../../transcript/approval-card.tsx";
import { Button } from "../../ui/button.tsx";

/** The calls that wait for the person, oldest first. */
export function waitingCalls(state: SessionState): ToolEntry[] {
  const calls: ToolEntry[] = [];
  for (const at of Object.values(state.openTurn?.callsAt ?? {})) {
    const entry = state.timeline.at(at);
    if (entry?.kind === "tool" && entry.status === "waiting") calls.push(entry);
  }
  return calls.sort((one, other) => one.seq - other.seq);
}

type ApprovalDockProps = { call: ToolEntry; workspace: string; scroller: RefObject<HTMLElement | null> };

/** The question that waits, above the composer, while its card is not on the screen. */
export function ApprovalDock({ call, workspace, scroller }: ApprovalDockProps) {
  const { t } = useWords();
  const [away, setAway] = useState(false);
  const card = () => scroller.current?.querySelector<HTMLElement>(`[data-approval="${call.callId}"]`);

  useEffect(() => {
    const element = scroller.current?.querySelector(`[data-approval="${call.callId}"]`);
    if (!element) {
      setAway(true);
      return;
    }
    const watcher = new IntersectionObserver(([seen]) => setAway(!seen?.isIntersecting), {
      root: scroller.current,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [call.callId, scroller]);

  if (!away) return null;
  return (
    <div className="mb-2">
      <div className="mb-1 flex justify-end">
        <Button
          look="quiet"
          icon="down"
          onClick={() => {
            card()?.scrollIntoView({ block: "center" });
            card()?.focus({ preventScroll: true });
          }}
        >
          {t("approval.go")}
        </Button>
      </div>
      <ApprovalCard entry={call} workspace={workspace} docked />
    </div>
  );
}
