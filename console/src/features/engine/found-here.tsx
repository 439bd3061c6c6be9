import type { DiscoveredServer } from "@kestrel/protocol/api";
import type { ReactNode } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { serverName } from "../../models/server-name.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useAskedServer } from "./use-asked-server.ts";
import type { Found } from "./use-found.ts";
import { ServerAnswer } from "./use-server.tsx";

type FoundHereProps = {
  found?: Found;
  /** The address of a new session. */
  startAddress: string;
  onLookAgain: () => void;
};

/** What was found, a line each. A server can be used with one click. */
export function FoundHere({ found, startAddress, onLookAgain }: FoundHereProps) {
  const { t } = useWords();
  const asked = useAskedServer(onLookAgain);
  return (
    <div className="mt-4 rounded-card border border-line bg-card px-4 py-3">
      {found ? (
        <ul className="stack gap-1.5">
          {found.servers.map((server) => (
            <li key={server.url}>
              <Line text={serverLine(server, t)} there={server.model !== undefined}>
                {server.kind !== "closed" && (
                  <Button
                    disabled={asked.asking}
                    onClick={() => void asked.use(server.url)}
                    aria-label={t("use.server.named", { url: server.url })}
                  >
                    {t("use.server")}
                  </Button>
                )}
              </Line>
              {asked.asked === server.url && <ServerAnswer server={asked} startAddress={startAddress} />}
            </li>
          ))}
          {linesOf(found, t).map(({ text, there }) => (
            <li key={text}>
              <Line text={text} there={there} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-dim">{t("found.looking")}</p>
      )}
      <Button look="quiet" icon="replay" className="mt-2 -ml-3" onClick={onLookAgain} disabled={!found}>
        {t("found.again")}
      </Button>
    </div>
  );
}

function Line({ text, there, children }: { text: string; there: boolean; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      <Icon name={there ? "check" : "close"} className={`mt-1 ${there ? "text-ok" : "text-faint"}`} />
      <span className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${there ? "" : "text-dim"}`}>
        <VisibleText text={text} />
      </span>
      {children}
    </div>
  );
}

function linesOf({ servers, engine, models }: Found, t: Translate): { text: string; there: boolean }[] {
  const { version, build } = engine ?? {};
  return [
    ...(servers.length === 0 ? [{ text: t("found.server.none"), there: false }] : []),
    {
      text: models > 0 ? t("found.models", { count: models }) : t("found.models.none"),
      there: models > 0,
    },
    version === undefined
      ? { text: t("found.engine.none"), there: false }
      : { text: t(build === "cpu" ? "found.engine.cpu" : "found.engine", { version }), there: true },
  ];
}

function serverLine({ kind, url, model }: DiscoveredServer, t: Translate): string {
  if (kind === "closed") return t("found.server.closed", { url });
  const name = serverName(kind, t);
  return model === undefined
    ? t("found.server.idle", { name, url })
    : t("found.server", { name, url, model });
}
