import { type SayAny, sandboxSentence } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import type { DaemonStatus, SandboxStatus, Setting } from "@kestrel/protocol/api";
import { type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf, passOver } from "../../session/failure.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { Appearance } from "./appearance.tsx";
import { DeletedSessions } from "./deleted-sessions.tsx";
import { Helpers } from "./helpers.tsx";
import { Hooks } from "./hooks.tsx";
import { ImportSession } from "./import-session.tsx";
import { McpServers } from "./mcp-servers.tsx";
import { noticeText } from "./notice-text.ts";
import { Reach } from "./reach.tsx";
import { Rules } from "./rules.tsx";
import { TrustedFolders } from "./trusted-folders.tsx";
import { WebTools } from "./web-tools.tsx";

/** The values in effect with their origin, and what this browser keeps. */
export function SettingsPage({ status, menu }: { status?: DaemonStatus; menu: ReactNode }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [settings, setSettings] = useState<{ settings: readonly Setting[]; file: string }>();
  const [failure, setFailure] = useState<Failure>();
  const [sandbox, setSandbox] = useState<SandboxStatus>();
  // Files may have been changed since the page was opened.
  const [now, setNow] = useState<DaemonStatus>();
  useEffect(() => {
    store.client.call("status").then(setNow, passOver);
    store.client.call("sandbox").then((answer) => setSandbox(answer.sandbox), passOver);
    store.client.call("settings").then(setSettings, (thrown: unknown) => setFailure(failureOf(thrown)));
  }, [store]);
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-3xl pt-4 pb-12 md:pt-10">
        <h1 className="text-h1 font-semibold">{t("settings.title")}</h1>
        <Appearance />
        <div className="mt-10 stack gap-2">
          {(now ?? status)?.notices.map((notice) => (
            <Notice key={JSON.stringify(notice)} tone="warn">
              {noticeText(notice, t)}
            </Notice>
          ))}
          {sandbox && (
            <Notice tone={sandbox.state === "unavailable" && sandbox.required ? "danger" : "info"}>
              {sandboxSentence(sandbox, t as SayAny)}
            </Notice>
          )}
          <FailureNotice failure={failure} />
        </div>
        <Rules status={status} />
        <TrustedFolders />
        <Reach />
        <McpServers />
        <WebTools />
        <Helpers />
        <Hooks />
        <AccessTokens />
        <ImportSession />
        <DeletedSessions />
        <p className="mt-10 text-dim">{t("settings.text")}</p>
        {settings && (
          <p className="mt-2 flex items-center gap-2 text-ui text-dim">
            {t("settings.file")}
            <code className="min-w-0 font-mono text-fine text-text [overflow-wrap:anywhere]">
              <VisibleText text={settings.file} />
            </code>
            <CopyButton text={settings.file} />
          </p>
        )}
        {settings && <SettingsTable settings={settings.settings} waiting={waitingKeys(now ?? status)} />}
        {status && (
          <p className="tabular mt-8 text-fine text-faint">
            {t("settings.version", { version: status.version })} · {t("engine.process")} {status.pid}
          </p>
        )}
      </div>
    </div>
  );
}

/** The settings whose files say something else by now. */
function waitingKeys(status: DaemonStatus | undefined): ReadonlySet<string> {
  const changed = status?.notices.find(({ code }) => code === "settings_changed");
  return new Set(changed?.params.keys?.split(", "));
}

type SettingsTableProps = { settings: readonly Setting[]; waiting: ReadonlySet<string> };

function SettingsTable({ settings, waiting }: SettingsTableProps) {
  const { t } = useWords();
  return (
    <div className="mt-4 overflow-x-auto">
      <table className="block w-full text-left text-ui sm:table">
        <thead className="sr-only text-fine text-faint sm:not-sr-only sm:table-header-group">
          <tr className="border-b border-line">
            <th className="py-2 pr-4 font-semibold">{t("settings.key")}</th>
            <th className="py-2 pr-4 font-semibold">{t("settings.value")}</th>
            <th className="py-2 font-semibold">{t("settings.origin")}</th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {settings.map(({ key, value, origin, where }) => (
            <tr key={key} className="block border-b border-line py-2 align-top sm:table-row">
              <td className="block pr-4 font-mono text-fine whitespace-nowrap sm:table-cell sm:py-2">
                {key}
              </td>
              <td className="tabular block py-1 pr-4 font-mono text-fine [overflow-wrap:anywhere] sm:table-cell sm:py-2">
                {value === null ? (
                  <span className="text-faint">{t("settings.unset")}</span>
                ) : (
                  <VisibleText text={String(value)} />
                )}
                {waiting.has(key) && (
                  <span className="mt-1 block font-sans text-warn">{t("settings.waits")}</span>
                )}
              </td>
              <td className="block sm:table-cell sm:py-2">
                <Chip tone={origin === "default" ? "plain" : "accent"}>{t(`settings.origin.${origin}`)}</Chip>
                {where && (
                  <span className="mt-1 block font-mono text-fine text-faint [overflow-wrap:anywhere]">
                    <VisibleText text={where} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
