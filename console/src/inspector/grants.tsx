import type { OpBody } from "@kestrel/protocol";
import { type SessionState, sessionGrants } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { passOver } from "../session/failure.ts";
import { Button } from "../ui/button.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** The user's approvals for this session, each with a button to revoke it. Renders nothing without any. */
export function Grants({ state, send }: { state: SessionState; send?: (op: OpBody) => Promise<void> }) {
  const { t } = useWords();
  const grants = sessionGrants(state);
  if (grants.length === 0) return null;
  return (
    <section className="mb-4" aria-label={t("grants.title")}>
      <h3 className="text-ui font-semibold">{t("grants.title")}</h3>
      <p className="text-fine text-dim">{t("grants.text")}</p>
      <ul>
        {grants.map((grant) => {
          const text = grant.kind === "rule" ? grant.rule : `${grant.tool} ${grant.text}`;
          const taken = grant.kind === "rule" ? { rule: grant.rule } : { digest: grant.digest };
          return (
            <li
              key={grant.kind === "rule" ? grant.rule : grant.digest}
              className="flex flex-wrap items-start gap-2 border-b border-line py-2 text-fine"
            >
              <code className="min-w-32 flex-1 font-mono [overflow-wrap:anywhere]">
                <VisibleText text={text.slice(0, longestShown)} />
              </code>
              {send && (
                <Button
                  look="danger"
                  aria-label={t("rules.revoke.this", { rule: text.slice(0, longestShown) })}
                  onClick={() => void send({ type: "revoke", grant: taken }).catch(passOver)}
                >
                  {t("rules.revoke")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const longestShown = 300;
