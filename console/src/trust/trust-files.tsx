import type { TrustOffer } from "@kestrel/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Everything in a folder that would apply, in full, and what never does. */
export function TrustFiles({ offer }: { offer: TrustOffer }) {
  const { t, numbers } = useWords();
  const { files, skills = [], deny, ignored, budget } = offer;
  return (
    <ul className="mt-2 stack gap-1 text-ui">
      {files.map(({ path, text, tokens, kept, changed }) => (
        <ReadableFile key={path} path={path} text={text}>
          {t("trust.tokens", { count: numbers.count(tokens) })}
          {kept < tokens &&
            ` · ${t("trust.cut", { kept: numbers.count(kept), budget: numbers.count(budget) })}`}
          {changed && ` · ${t("trust.isChanged")}`}
        </ReadableFile>
      ))}
      {skills.map(({ path, name, text, beside, tokens, changed }) => (
        <ReadableFile key={path} path={path} text={[text, ...beside.map((one) => `+ ${one}`)].join("\n")}>
          {t("trust.tokens", { count: numbers.count(tokens) })} ·{" "}
          {t("trust.skill", { name, count: numbers.count(beside.length) })}
          {changed && ` · ${t("trust.isChanged")}`}
        </ReadableFile>
      ))}
      {deny.map((rule) => (
        <li key={rule}>
          {t("trust.denies")}{" "}
          <code className="font-mono text-fine">
            <VisibleText text={rule} />
          </code>
        </li>
      ))}
      {ignored.map(({ path, why }) => (
        <li key={`${path} ${why}`} className="text-faint">
          <VisibleText text={t(`trust.ignored.${why}`, { path })} />
        </li>
      ))}
    </ul>
  );
}

/** The commands that a folder would run, with their scripts in full. */
export function TrustHooks({ hooks = [] }: Pick<TrustOffer, "hooks">) {
  const { t } = useWords();
  return (
    <ul className="mt-2 stack gap-1 text-ui">
      {hooks.map(({ on, command, tool = "", files: scripts, changed }) => (
        <li key={`${on} ${command}`} className="text-warn">
          <details open={scripts.length === 0}>
            <summary className="opens">
              {t("trust.runs", { when: `${t(`hooks.stage.${on}`)} ${tool}`.trim() })}{" "}
              <code className="font-mono text-fine">
                <VisibleText text={command} />
              </code>
              {changed && ` · ${t("trust.isChanged")}`}
            </summary>
            {scripts.map(({ path, text }) => (
              <pre
                key={path}
                className="mt-1 max-h-80 overflow-auto rounded-card border border-line p-2 font-mono text-fine whitespace-pre-wrap text-text"
              >
                <VisibleText text={`${path}\n\n${text}`} />
              </pre>
            ))}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** A file's path with notes; opened, its full text. */
function ReadableFile({ path, text, children }: { path: string; text: string; children: ReactNode }) {
  return (
    <li>
      <details>
        <summary className="opens tabular">
          <code className="font-mono text-fine">
            <VisibleText text={path} />
          </code>{" "}
          {children}
        </summary>
        <pre className="mt-1 max-h-80 overflow-auto rounded-card border border-line p-2 font-mono text-fine whitespace-pre-wrap">
          <VisibleText text={text} />
        </pre>
      </details>
    </li>
  );
}
