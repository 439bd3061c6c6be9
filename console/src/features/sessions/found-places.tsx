import type { SessionSummary } from "@kestrel/protocol";
import type { FoundPlace, SearchAnswer } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Delay after a key before the daemon is queried, and between queries while its index is built. Milliseconds. */
const restMs = 200;
const againMs = 1_000;

type FoundPlacesProps = {
  words: string;
  addressOf: (session: SessionSummary, at?: number) => string;
};

/** Search results from the content of all sessions. Shown below the sessions whose names match. */
export function FoundPlaces({ words, addressOf }: FoundPlacesProps) {
  const { t } = useWords();
  const { answer, failed } = useSearch(words);
  if (failed) return <p className="px-2 py-3 text-ui text-faint">{t("sessions.search-failed")}</p>;
  if (!answer) return null;
  const { found, searched, of, indexed } = answer;
  return (
    <section aria-label={t("sessions.found")} className="mt-3 border-t border-line pt-2">
      <h2 className="px-2 pb-1 text-fine text-faint">{t("sessions.found")}</h2>
      {found.length === 0 && <p className="px-2 py-1 text-ui text-faint">{t("sessions.found-none")}</p>}
      <ul className="stack gap-1">
        {found.map(({ session, places }) => (
          <li key={session.id}>
            <a
              href={addressOf(session, places[0]?.seq)}
              className="block truncate rounded-control px-2 py-0.5 text-ui hover:bg-hover"
            >
              <VisibleText text={session.title || t("sessions.untitled")} />
            </a>
            {places.map((place) => (
              <a
                key={`${place.seq} ${place.kind}`}
                href={addressOf(session, place.seq)}
                className="ml-2 flex gap-2 rounded-control px-2 py-0.5 text-fine text-dim hover:bg-hover"
              >
                <span className="flex-none text-faint">{t(`sessions.found.${place.kind}`)}</span>
                <Snippet parts={place.snippet} />
              </a>
            ))}
          </li>
        ))}
      </ul>
      {searched < of && (
        <p role="status" className="px-2 py-1 text-fine text-faint">
          {t(indexed ? "sessions.reading" : "sessions.only-newest", { searched, of })}
        </p>
      )}
    </section>
  );
}

function Snippet({ parts }: { parts: FoundPlace["snippet"] }) {
  return (
    <span className="line-clamp-2 min-w-0 break-words">
      {parts.map(({ text, hit }, at) =>
        hit ? (
          <mark key={`${at}${text}`} className="bg-(--found) text-inherit">
            <VisibleText text={text} />
          </mark>
        ) : (
          <VisibleText key={`${at}${text}`} text={text} />
        ),
      )}
    </span>
  );
}

/** The daemon's results; polled until its search is complete. */
function useSearch(words: string): { answer?: SearchAnswer; failed?: true } {
  const store = useConsoleStore();
  const [known, setKnown] = useState<{ answer?: SearchAnswer; failed?: true }>({});
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await store.client.call("searchSessions", { body: { words } });
      if (over) return;
      setKnown({ answer });
      if (answer.indexed && answer.searched < answer.of) timer = setTimeout(asked, againMs);
    };
    const asked = () => void ask().catch(() => !over && setKnown({ failed: true })); // expected: the daemon is not reachable
    timer = setTimeout(asked, restMs);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [store, words]);
  return known;
}
