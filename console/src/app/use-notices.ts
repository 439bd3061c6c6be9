import type { Attention, SessionSummary } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import { useEffect, useRef } from "react";
import { useWords } from "../i18n/language.tsx";
import { usePreferences } from "../preferences/preferences.tsx";
import { addressOf, routeAt, sessionFrom } from "./routes.ts";

const told = {
  needs_you: "chat.announce.needs-you",
  error: "chat.announce.error",
  idle: "chat.announce.done",
  working: undefined,
  stopped: undefined,
  empty: undefined,
} as const satisfies Record<Attention, string | undefined>;

/** With permission, a system notification when a session needs the user or is done while the page is hidden. */
export function useNotices(sessions: readonly SessionSummary[] | undefined): void {
  const { t } = useWords();
  const { notices } = usePreferences();
  const before = useRef<ReadonlyMap<string, Attention>>(undefined);
  useEffect(() => {
    if (!sessions) return;
    const was = before.current;
    before.current = new Map(sessions.map(({ id, attention }) => [id, attention]));
    if (!was || notices !== "on" || !document.hidden) return;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    for (const { id, title, attention, changedAt, parent } of sessions) {
      const sentence = told[attention];
      if (parent || !sentence || !was.has(id) || was.get(id) === attention) continue;
      try {
        // All tabs use the same tag: one notification per change, however many are open. A repeated tag is silent.
        const notice = new Notification(t(sentence, { title: visibleText(title) }), {
          tag: `${id} ${attention} ${changedAt}`,
        });
        notice.onclick = () => {
          window.focus();
          window.location.hash = addressOf(sessionFrom(routeAt(window.location.hash), id));
        };
      } catch {
        // expected: phones allow notifications from service workers only
      }
    }
  }, [sessions, notices, t]);
}
