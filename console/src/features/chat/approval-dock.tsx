import type { ToolEntry } from "@kestrel/session-state";
import { type RefObject, useEffect, useState } from "react";
import { ApprovalCard } from "../../approval/approval-card.tsx";

type ApprovalDockProps = {
  call: ToolEntry;
  /** The number of waiting calls, this one included. */
  of: number;
  workspace: string;
  scroller: RefObject<HTMLElement | null>;
};

/** Share of a row of buttons that must be visible for it to be usable. */
const shownShare = 0.9;

/** The waiting approval, above the composer, while no button that answers it is on the screen. */
export function ApprovalDock({ call, of, workspace, scroller }: ApprovalDockProps) {
  const [away, setAway] = useState(false);
  const card = () => scroller.current?.querySelector<HTMLElement>(`[data-approval="${call.callId}"]`);

  useEffect(() => {
    const rows = [`[data-approval="${call.callId}"]`, "[data-together]"].flatMap((place) => [
      ...(scroller.current?.querySelectorAll(`${place} [data-answers]`) ?? []),
    ]);
    if (rows.length === 0) {
      setAway(true);
      return;
    }
    const shown = new Set<Element>();
    const watcher = new IntersectionObserver(
      (seen) => {
        for (const { target, intersectionRatio } of seen)
          intersectionRatio < shownShare ? shown.delete(target) : shown.add(target);
        setAway(shown.size === 0);
      },
      { root: scroller.current, threshold: [0, shownShare] },
    );
    for (const row of rows) watcher.observe(row);
    return () => watcher.disconnect();
  }, [call.callId, of, scroller]);

  if (!away) return null;
  return (
    <div className="mb-2">
      <ApprovalCard
        entry={call}
        workspace={workspace}
        place={{ at: 1, of }}
        docked={{
          onGo() {
            // Scrolls to its buttons: a card may be taller than the screen.
            card()?.querySelector("[data-answers]")?.scrollIntoView({ block: "nearest" });
            card()?.focus({ preventScroll: true });
          },
        }}
      />
    </div>
  );
}
