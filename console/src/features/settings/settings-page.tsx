import { type SayAny, sandboxSentence } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import type { DaemonStatus, ModelFacts, SandboxStatus } from "@kestrel/protocol/api";
import { type ReactNode, useEffect, useState } from "react";
import type { PlainKey, Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { InternalFailures } from "../../logs/internal-failures.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf, passOver } from "../../session/failure.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { Appearance } from "./appearance.tsx";
import { DeletedSessions } from "./deleted-sessions.tsx";
import { Helpers } from "./helpers.tsx";
import { Hooks } from "./hooks.tsx";
import { ImportSession } from "./import-session.tsx";
import { McpServers } from "./mcp-servers.tsx";
import { ModelServers } from "./model-servers.tsx";
import { noticeText } from "./notice-text.ts";
import { PasteServers } from "./paste-servers.tsx";
import { Reach } from "./reach.tsx";
import { Rules } from "./rules.tsx";
import { type ListedSetting, SettingField, type WriteSetting, wordsOf } from "./setting-field.tsx";
import { Storage } from "./storage.tsx";
import { TrustedFolders } from "./trusted-folders.tsx";
import { WebTools } from "./web-tools.tsx";

type Area = { keys: RegExp; parts?: (status: DaemonStatus | undefined) => ReactNode };

/** A setting is listed in the first area that matches its key. A new area needs a row here and a name in the catalogue. */
const areas = {
  look: { keys: /^$/, parts: () => <Appearance /> },
  connections: {
    keys: /^(model\.(source|url|host|api_key_env|name)$|embeddings\.|server\.|remote\.|update\.)/,
    parts: () => (
      <>
        <ModelServers />
        <AccessTokens />
      </>
    ),
  },
  sampling: { keys: /^model\.(thinking|temperature|top_|min_p|repeat_penalty|seed|max_tokens)/ },
  model: { keys: /^(models?|engine|crew)\.|^loadout$/ },
  permissions: {
    keys: /^(permission\.|sandbox$)/,
    parts: (status) => (
      <>
        <Rules status={status} />
        <TrustedFolders />
      </>
    ),
  },
  mcp: {
    keys: /^$/,
    parts: () => (
      <>
        <McpServers />
        <PasteServers />
      </>
    ),
  },
  hooks: { keys: /^limits\.stop_command|^languages\./, parts: () => <Hooks /> },
  skills: { keys: /^reach\./, parts: () => <Reach /> },
  web: { keys: /^web\./, parts: () => <WebTools /> },
  helpers: { keys: /^helpers\./, parts: () => <Helpers /> },
  memory: { keys: /^memory\./ },
  terminal: { keys: /^terminal\./ },
  turns: { keys: /^(limits|instructions|undo)\.|^ahead$/ },
  storage: {
    keys: /^cache\./,
    parts: () => (
      <>
        <ImportSession />
        <DeletedSessions />
        <Storage />
      </>
    ),
  },
  logs: { keys: /^diagnostics\./, parts: () => <InternalFailures /> },
} as const satisfies Record<string, Area>;
type AreaName = keyof typeof areas;
const areaNames = Object.keys(areas) as AreaName[];

const areaOf = ({ key }: ListedSetting) => areaNames.find((name) => areas[name].keys.test(key)) ?? "turns";
const titleOf = (area: AreaName) => `settings.area.${area}` as const satisfies PlainKey;

/** The current model's value while the setting is unset. */
function inForce(key: string, model: ModelFacts | undefined): number | undefined {
  const name = key.replace("model.", "");
  if (name === "window") return model?.window;
  const known = Object.entries(model?.sampling ?? {}).find(([one]) => one === name);
  return known?.[1];
}

/** Areas with that name, and a hint for what is not a setting: the system prompt belongs to a loadout. */
function elsewhere(words: string, t: Translate, onArea: SettingsPageProps["onArea"]) {
  return [
    { text: t("settings.prompt"), address: "#/loadouts" },
    ...areaNames.map((name) => ({ text: t(titleOf(name)), address: onArea(name) })),
  ].filter(({ text }) => text.toLowerCase().includes(words));
}

type SettingsPageProps = {
  status?: DaemonStatus;
  menu: ReactNode;
  area?: string;
  /** The address of an area. */
  onArea: (area: AreaName) => string;
};

/** Every setting with its field, by area, and the area's other sections. */
export function SettingsPage({ status, menu, area: named, onArea }: SettingsPageProps) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const model = useConsole((state) => state.engine?.model);
  const [listed, setListed] = useState<{ settings: readonly ListedSetting[]; file: string }>();
  const [failure, setFailure] = useState<Failure>();
  const [sandbox, setSandbox] = useState<SandboxStatus>();
  // Files may have been changed since the page was opened.
  const [now, setNow] = useState<DaemonStatus>();
  const [wanted, setWanted] = useState("");
  const area = areaNames.find((name) => name === named) ?? "look";
  useEffect(() => {
    client.call("status").then(setNow, passOver);
    client.call("sandbox").then((answer) => setSandbox(answer.sandbox), passOver);
    client.call("settings").then(setListed, (thrown: unknown) => setFailure(failureOf(thrown)));
  }, [client]);
  const write: WriteSetting = async (key, value) => {
    try {
      setListed(await client.call("changeSetting", { body: { key, value } }));
      client.call("status").then(setNow, passOver);
      return undefined;
    } catch (thrown) {
      return failureOf(thrown);
    }
  };
  const { parts }: Area = areas[area];
  const words = wanted.trim().toLowerCase();
  const settings = listed?.settings ?? [];
  const shown = settings.filter((one) =>
    words === ""
      ? areaOf(one) === area
      : [one.key, ...wordsOf(one, t)].some((text) => text.toLowerCase().includes(words)),
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="mx-auto flex max-w-5xl gap-10 px-4 pt-4 pb-12 md:px-8 md:pt-10">
        <nav aria-label={t("settings.title")} className="hidden w-40 flex-none lg:block">
          <ul className="sticky top-0 stack gap-0.5">
            {areaNames.map((name) => (
              <li key={name}>
                <a
                  href={onArea(name)}
                  onClick={() => setWanted("")}
                  aria-current={name === area && words === "" ? "page" : undefined}
                  className="block rounded-control px-2.5 py-1.5 text-ui text-dim hover:bg-hover aria-[current]:bg-pressed aria-[current]:text-text"
                >
                  {t(titleOf(name))}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 flex-1">
          <h1 className="text-h1 font-semibold">{t("settings.title")}</h1>
          <p className="mt-1 text-ui text-dim">{t("settings.text")}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Select
              label={t("settings.area")}
              value={area}
              options={areaNames.map((name) => ({ value: name, text: t(titleOf(name)) }))}
              onChange={(name) => {
                setWanted("");
                window.location.hash = onArea(name);
              }}
              className="w-full lg:hidden"
            />
            <input
              type="search"
              aria-label={t("settings.search", { count: settings.length })}
              placeholder={t("settings.search", { count: settings.length })}
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
              className="h-9 min-w-0 flex-1 rounded-control border border-control bg-paper px-3 text-ui pointer-coarse:h-11"
            />
          </div>
          <div className="mt-4 stack gap-2">
            {(now ?? status)?.notices.map((notice) => (
              <Notice key={JSON.stringify(notice)} tone="warn">
                {noticeText(notice, t)}
              </Notice>
            ))}
            {sandbox && area === "permissions" && (
              <Notice tone={sandbox.state === "unavailable" && sandbox.required ? "danger" : "info"}>
                {sandboxSentence(sandbox, t as SayAny)}
              </Notice>
            )}
            <FailureNotice failure={failure} />
          </div>
          {words === "" && parts?.(status)}
          {words === "" && (!parts || shown.length > 0) && (
            <h2 className="mt-10 text-h2 font-semibold">{t(parts ? "settings.options" : titleOf(area))}</h2>
          )}
          {(area === "sampling" || words !== "") && shown.some((one) => areaOf(one) === "sampling") && (
            <p className="mt-2 measure text-ui text-dim">{t("settings.sampling.session")}</p>
          )}
          {words !== "" && (
            <ul className="mt-4 stack gap-1 text-ui empty:hidden">
              {elsewhere(words, t, onArea).map(({ text, address }) => (
                <li key={address}>
                  <a
                    href={address}
                    onClick={() => setWanted("")}
                    className="text-info underline underline-offset-2"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <ul className="mt-4" aria-label={t("settings.title")}>
            {shown.map((setting) => (
              <SettingField
                key={setting.key}
                setting={setting}
                inForce={inForce(setting.key, model)}
                onWrite={write}
              />
            ))}
          </ul>
          {words !== "" && shown.length === 0 && elsewhere(words, t, onArea).length === 0 && (
            <p className="text-dim">{t("settings.none")}</p>
          )}
          {listed && (
            <p className="mt-10 flex flex-wrap items-center gap-2 text-ui text-dim">
              {t("settings.file")}
              <code className="min-w-0 font-mono text-fine text-text [overflow-wrap:anywhere]">
                <VisibleText text={listed.file} />
              </code>
              <CopyButton text={listed.file} />
            </p>
          )}
          {status && (
            <p className="tabular mt-2 text-fine text-faint">
              {t("settings.version", { version: status.version })} · {t("engine.process")} {status.pid}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
