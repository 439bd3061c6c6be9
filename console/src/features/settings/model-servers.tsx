import type { Failure } from "@kestrel/protocol";
import { type ModelChoices, ServerUrl } from "@kestrel/protocol/api";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { serverName, withScheme } from "../../models/server-name.ts";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** LM Studio's own. */
const usualAddress = "http://127.0.0.1:1234";

type Server = ModelChoices["servers"][number];
/** Keeps a server, with a key if one is given; resolves to whether it listed its models. */
type KeepServer = (url: string, key: string) => Promise<boolean>;

/** The model servers that are offered: add one after a try, give it a key, remove it. */
export function ModelServers() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<ModelChoices>("", () => client.call("listChoices"));
  const [asked, setAsked] = useState<{ url: string; waits?: true; failure?: Failure }>();
  const keep: KeepServer = async (url, key) => {
    setAsked({ url, waits: true });
    try {
      const { failure: why, ...choices } = await client.call("keepServer", {
        body: { url, ...(key !== "" && { key }) },
      });
      set(choices);
      setAsked({ url, failure: why });
      return why === undefined;
    } catch (thrown) {
      setAsked({ url, failure: failureOf(thrown) });
      return false;
    }
  };
  const forget = (url: string) => {
    setAsked(undefined);
    client.call("forgetServer", { body: { url } }).then(set, (thrown: unknown) => {
      setAsked({ url, failure: failureOf(thrown) });
    });
  };
  const modelsOf = (url: string) => value?.models.filter(({ where }) => where === url) ?? [];
  const added =
    asked && !asked.waits && !asked.failure && value?.servers.find(({ url }) => url === asked.url);
  return (
    <SettingsSection title={t("servers.title")} text={t("servers.text")} failure={failure}>
      {!value && !failure && <p className="mt-2 text-ui text-faint">{t("models.looking")}</p>}
      {value?.servers.length === 0 && <p className="mt-2 text-ui text-faint">{t("servers.none")}</p>}
      <ul className="mt-2">
        {value?.servers.map((server) => (
          <Row
            key={server.url}
            server={server}
            count={modelsOf(server.url).length}
            isUsed={modelsOf(server.url).some(({ inUse }) => inUse)}
            waits={asked?.waits === true}
            onKeep={keep}
            onForget={() => forget(server.url)}
          />
        ))}
      </ul>
      <NewServer waits={asked?.waits === true} onKeep={keep} />
      <div role="status" className="mt-2 text-ui">
        {asked?.waits && <p className="text-faint">{t("use.server.asking")}</p>}
        {added && (
          <p>
            <VisibleText
              text={t("servers.kept", {
                name: serverName(added.kind, t),
                url: added.url,
                count: modelsOf(added.url).length,
              })}
            />
          </p>
        )}
        {asked?.failure &&
          (asked.failure.code === "auth" ? (
            <p className="text-danger [overflow-wrap:anywhere]">
              <VisibleText text={t("servers.auth", { url: asked.url })} />
            </p>
          ) : (
            <FailureLine failure={asked.failure} />
          ))}
      </div>
    </SettingsSection>
  );
}

type RowProps = {
  server: Server;
  count: number;
  isUsed: boolean;
  waits: boolean;
  onKeep: KeepServer;
  onForget: () => void;
};

function Row({ server, count, isUsed, waits, onKeep, onForget }: RowProps) {
  const { t } = useWords();
  const { url, kind, failure, saved, keyed } = server;
  const [isOpen, setOpen] = useState(false);
  const needsKey = failure?.code === "auth";
  const isListed = failure === undefined;
  const keyButton = t(keyed ? "servers.key.change" : "servers.key.add");
  return (
    <SettingsRow
      mark={
        <Chip tone={isUsed ? "ok" : isListed ? "plain" : "warn"}>
          {isUsed
            ? t("servers.used")
            : t(isListed ? "servers.answers" : needsKey ? "servers.needs-key" : "servers.silent")}
        </Chip>
      }
      buttons={
        <>
          {(saved || needsKey) && (
            <Button
              aria-expanded={isOpen}
              aria-label={`${keyButton}: ${url}`}
              onClick={() => setOpen(!isOpen)}
            >
              {keyButton}
            </Button>
          )}
          {saved && !isUsed && (
            <SureButton
              question={t(keyed ? "servers.sure.key" : "servers.sure", { url })}
              yes={t("servers.remove")}
              no={t("servers.stay")}
              onSure={onForget}
            >
              {t("servers.remove")}
            </SureButton>
          )}
        </>
      }
      below={
        isOpen && (
          <KeyForm
            url={url}
            waits={waits}
            onKey={async (key) => {
              if (await onKeep(url, key)) setOpen(false);
            }}
          />
        )
      }
    >
      {isListed && <strong className="mr-2">{serverName(kind, t)}</strong>}
      <span className="font-mono text-fine">
        <VisibleText text={url} />
      </span>
      <span className="tabular block text-fine text-faint">
        {[
          isListed && t("servers.models", { count }),
          keyed && t("servers.keyed"),
          !saved && t("servers.found"),
        ]
          .filter((fact) => fact !== false && fact !== undefined)
          .join(" · ")}
      </span>
    </SettingsRow>
  );
}

/** The key is sent to the daemon once, and never shown. */
function KeyForm({
  url,
  waits,
  onKey,
}: {
  url: string;
  waits: boolean;
  onKey: (key: string) => Promise<void>;
}) {
  const { t } = useWords();
  const id = useId();
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== "") void onKey(key.trim());
  };
  return (
    <form onSubmit={submit} className="mt-2 text-ui">
      <label htmlFor={id} className="block text-fine text-dim [overflow-wrap:anywhere]">
        <VisibleText text={t("servers.key.new", { url })} />
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <KeyInput id={id} value={key} onChange={setKey} />
        <Button type="submit" disabled={waits || key.trim() === ""}>
          {t("servers.key.save")}
        </Button>
      </div>
    </form>
  );
}

function NewServer({ waits, onKeep }: { waits: boolean; onKeep: KeepServer }) {
  const { t } = useWords();
  const id = useId();
  const [address, setAddress] = useState("");
  const [key, setKey] = useState("");
  const url = withScheme(address.trim());
  const isUrl = ServerUrl.safeParse(url).success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isUrl || !(await onKeep(url, key.trim()))) return;
    setAddress("");
    setKey("");
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="mt-4 grid gap-x-3 gap-y-2 text-ui md:grid-cols-2"
    >
      <div className="min-w-0">
        <label htmlFor={`${id}-url`} className="font-medium">
          {t("servers.address")}
        </label>
        <input
          id={`${id}-url`}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          placeholder={usualAddress}
          autoComplete="off"
          spellCheck={false}
          className="mt-1 h-9 w-full rounded-control border border-control bg-paper px-3 font-mono text-mono pointer-coarse:h-11"
        />
      </div>
      <div className="min-w-0">
        <label htmlFor={`${id}-key`} className="font-medium">
          {t("servers.key")}
        </label>
        <div className="mt-1 flex flex-wrap gap-2">
          <KeyInput id={`${id}-key`} hint={`${id}-hint`} value={key} onChange={setKey} />
          <Button type="submit" look="primary" disabled={waits || !isUrl}>
            {t("servers.add")}
          </Button>
        </div>
      </div>
      <p id={`${id}-hint`} className="text-fine text-faint md:col-span-2">
        {t("servers.key.text")}
      </p>
    </form>
  );
}

function KeyInput({ id, hint, value, onChange }: KeyInputProps) {
  return (
    <input
      id={id}
      type="password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      aria-describedby={hint}
      autoComplete="off"
      className="h-9 min-w-0 flex-1 rounded-control border border-control bg-paper px-3 font-mono text-mono pointer-coarse:h-11"
    />
  );
}

type KeyInputProps = { id: string; hint?: string; value: string; onChange: (value: string) => void };
