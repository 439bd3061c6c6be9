import type { SessionState } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { safeAddress } from "./markdown-blocks.ts";

/** Hosts named in the line; opened it lists all pages. */
const mostNamed = 3;

/** Addresses and titles of the pages that the turn ending at `end` read or found, without duplicates. */
export function sourcesOfTurn({ timeline }: Pick<SessionState, "timeline">, end: number) {
  const sources = new Map<string, string>();
  for (const entry of timeline.backwards(end)) {
    if (entry.kind === "user") break;
    if (entry.kind !== "tool") continue;
    for (const { url, title } of entry.sources ?? []) {
      const address = safeAddress(url);
      if (address?.startsWith("http")) sources.set(address, title || sources.get(address) || "");
    }
  }
  return sources;
}

/** A reply's web sources: a line of hosts that opens to the pages. */
export function TurnSources({ sources }: { sources: ReadonlyMap<string, string> }) {
  const { t } = useWords();
  const hosts = [...new Set([...sources.keys()].map((address) => new URL(address).host))];
  const named = hosts.slice(0, mostNamed).join(", ");
  return (
    <details className="text-fine text-faint">
      <summary className="ml-auto w-fit py-0.5 underline decoration-line underline-offset-2 [overflow-wrap:anywhere] hover:text-dim">
        <VisibleText
          text={t("turn.sources", {
            count: sources.size,
            hosts: hosts.length > mostNamed ? `${named}, …` : named,
          })}
        />
      </summary>
      <ul className="mt-1 stack gap-1.5 rounded-card bg-card px-4 py-3 text-ui text-text inset-ring inset-ring-soft">
        {[...sources].map(([address, title]) => (
          <li key={address} className="[overflow-wrap:anywhere]">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-info underline underline-offset-2"
            >
              <VisibleText text={title || address} />
            </a>{" "}
            {title !== "" && (
              <span className="text-fine text-faint">
                <VisibleText text={new URL(address).host} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
