import type { ToolEntry } from "@kestrel/session-state";
import { type RefObject, useEffect, useState } from "react";
import { ApprovalCard } from "../../approval/approval-card.tsx";

type ApprovalDockProps = {
  call: ToolEntry;
  /** How many calls wait, with it. */
  of: number;
  workspace: string;
  scroller: RefObject<HTMLElement | null>;
};

/** Less of a row of buttons than this cannot be pressed. */
const shownShare = 0.9;

/** The question that waits, above the composer, while the buttons that answer it are not on the screen. */
export function ApprovalDock({ call, of, workspace, scroller }: ApprovalDockProps) {
  const [away, setAway] = useState(false);
  const card = () => scroller.current?.querySelector<HTMLElement>(`[data-approval="${call.callId}"]`);

  useEffect(() => {
    const inTranscript = scroller.current?.querySelector(`[data-approval="${call.callId}"]`);
    const answers = inTranscript?.querySelector("[data-answers]");
    if (!answers) {
      setAway(true);
      return;
    }
    const watcher = new IntersectionObserver(
      ([seen]) => setAway((seen?.intersectionRatio ?? 0) < shownShare),
      { root: scroller.current, threshold: [0, shownShare] },
    );
    watcher.observe(answers);
    return () => watcher.disconnect();
  }, [call.callId, scroller]);

  if (!away) return null;
  return (
    <div className="mb-2">
      <ApprovalCard
        entry={call}
        workspace={workspace}
        place={{ at: 1, of }}
        docked={{
          onGo() {
            // To its buttons: a card may be taller than the screen.
            card()?.querySelector("[data-answers]")?.scrollIntoView({ block: "nearest" });
            card()?.focus({ preventScroll: true });
          },
        }}
      />
    </div>
  );
}
