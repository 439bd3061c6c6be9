import type { Failure } from "@kestrel/protocol";
import type { AccessToken, RemoteAccess, TokenScope } from "@kestrel/protocol/access";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Select } from "../../ui/select.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

const scopes = ["read", "full", "model", "channel"] as const satisfies readonly (TokenScope | "channel")[];
type ScopeKind = (typeof scopes)[number];
const lifetimes = ["7", "30", "365", "never"] as const;
type Lifetime = (typeof lifetimes)[number];

type Pairing = { code: string; seconds: number; remote: RemoteAccess };

/** Polling interval for a device being paired. Milliseconds. */
const lookEveryMs = 2_000;

/** Access to the API: create tokens, whose secret is shown once, pair devices, and revoke both. */
export function AccessTokens() {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  const list = () => client.call("listTokens").then(({ tokens }) => tokens);
  const { value, failure, set } = useAnswer<readonly AccessToken[]>("", list);
  const [refused, setRefused] = useState<Failure>();
  const [secret, setSecret] = useState<string>();
  const [pairing, setPairing] = useState<Pairing>();
  useEffect(() => {
    if (!pairing) return undefined;
    const before = value?.length ?? 0;
    const look = async () => {
      const now = await list();
      set(now);
      // The code was used.
      if (now.length > before) setPairing(undefined);
    };
    const timer = setInterval(() => void look().catch(refuse), lookEveryMs);
    const end = setTimeout(() => setPairing(undefined), pairing.seconds * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [pairing]);
  const refuse = (thrown: unknown) => setRefused(failureOf(thrown));
  const wishOf = (name: string, scope: TokenScope, lifetime: Lifetime) => {
    setRefused(undefined);
    setSecret(undefined);
    setPairing(undefined);
    return { name, scopes: [scope], expiresInDays: lifetime === "never" ? undefined : Number(lifetime) };
  };
  const pair: OnNew = (...wish) =>
    client.call("pairDevice", { body: wishOf(...wish) }).then(setPairing, refuse);
  const add: OnNew = (...wish) => {
    return client.call("addToken", { body: wishOf(...wish) }).then((made) => {
      setSecret(made.secret);
      set([...(value ?? []), made.token]);
    }, refuse);
  };
  const revoke = ({ id }: AccessToken) => {
    setRefused(undefined);
    client
      .call("revokeToken", { params: { id }, body: {} })
      .then(() => set((value ?? []).filter((one) => one.id !== id)), refuse);
  };
  const when = ({ createdAt, lastUsedAt, expiresAt, used }: AccessToken): string =>
    [
      t("tokens.created", { time: numbers.time(createdAt, Date.now()) }),
      lastUsedAt ? t("tokens.used", { time: numbers.age(lastUsedAt, Date.now()) }) : t("tokens.unused"),
      expiresAt ? t("tokens.expires", { time: numbers.time(expiresAt, Date.now()) }) : t("tokens.endless"),
      ...(used ? [t("engine.lent.used", used)] : []),
    ].join(" · ");
  // Another device can neither list nor change access, not even its own.
  if (failure?.code === "forbidden")
    return <SettingsSection title={t("tokens.title")} text={t("tokens.elsewhere")} />;
  return (
    <SettingsSection title={t("tokens.title")} text={t("tokens.text")} failure={refused ?? failure}>
      {value?.length === 0 && <p className="mt-2 text-ui text-faint">{t("tokens.none")}</p>}
      <ul className="mt-2">
        {value?.map((token) => (
          <SettingsRow
            key={token.id}
            mark={token.scopes.map((scope) => (
              <Chip key={scope} tone={scope === "full" ? "warn" : "plain"}>
                {scope === "read" || scope === "full" || scope === "model"
                  ? t(`tokens.scope.${scope}`)
                  : scope}
              </Chip>
            ))}
            buttons={
              <SureButton
                question={t("tokens.sure", { name: token.name })}
                yes={t("tokens.revoke")}
                no={t("tokens.keep")}
                onSure={() => revoke(token)}
              >
                {t("tokens.revoke")}
              </SureButton>
            }
          >
            <VisibleText text={token.name} />
            <span className="tabular block text-fine text-faint">{when(token)}</span>
          </SettingsRow>
        ))}
      </ul>
      <NewToken onAdd={add} onPair={pair} />
      <div role="status" className="mt-2 text-ui">
        {pairing && (
          <>
            <p>{t("tokens.paired", { url: pairing.remote.url, minutes: pairing.seconds / 60 })}</p>
            <p className="my-2 font-mono text-h1">{`${pairing.code.slice(0, 4)}-${pairing.code.slice(4)}`}</p>
            <p>{t("tokens.pin")}</p>
            <code className="block font-mono text-fine [overflow-wrap:anywhere]">
              {pairing.remote.fingerprint}
            </code>
          </>
        )}
        {secret && (
          <>
            <p>{t("tokens.once")}</p>
            <p className="flex items-center gap-2">
              <code className="min-w-0 font-mono text-fine [overflow-wrap:anywhere]">{secret}</code>
              <CopyButton text={secret} />
            </p>
          </>
        )}
      </div>
    </SettingsSection>
  );
}

type OnNew = (name: string, scope: TokenScope, lifetime: Lifetime) => Promise<void>;

function NewToken({ onAdd, onPair }: { onAdd: OnNew; onPair: OnNew }) {
  const { t } = useWords();
  const field = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<ScopeKind>("read");
  const [channel, setChannel] = useState("");
  const [lifetime, setLifetime] = useState<Lifetime>("365");
  const make = (on: OnNew) => {
    const wanted = scope === "channel" ? (`channel:${channel.trim()}` as const) : scope;
    void on(name.trim(), wanted, lifetime).then(() => setName(""));
  };
  const isWhole = name.trim() !== "" && (scope !== "channel" || channel.trim() !== "");
  const add = (event: FormEvent) => {
    event.preventDefault();
    make(onAdd);
  };
  return (
    <form onSubmit={add} className="mt-4 flex flex-wrap items-center gap-2 text-ui">
      <label htmlFor={field} className="text-dim">
        {t("tokens.name")}
      </label>
      <input
        id={field}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        className="h-9 min-w-40 flex-1 rounded-control border border-control bg-paper px-2"
      />
      <Select
        label={t("tokens.scope")}
        value={scope}
        options={scopes.map((value) => ({
          value,
          text: t(`tokens.scope.${value}`),
          hint: t(`tokens.scope.${value}.hint`),
        }))}
        onChange={setScope}
        className="w-32"
      />
      {scope === "channel" && (
        <input
          aria-label={t("tokens.channel")}
          placeholder={t("tokens.channel")}
          value={channel}
          maxLength={30}
          autoComplete="off"
          onChange={({ target }) => setChannel(target.value)}
          className="h-9 w-32 rounded-control border border-control bg-paper px-2"
        />
      )}
      <Select
        label={t("tokens.lifetime")}
        value={lifetime}
        options={lifetimes.map((value) => ({
          value,
          text: value === "never" ? t("tokens.endless") : t("tokens.days", { count: Number(value) }),
        }))}
        onChange={setLifetime}
        className="w-40"
      />
      <Button type="submit" disabled={!isWhole}>
        {t("tokens.add")}
      </Button>
      <Button disabled={!isWhole} onClick={() => make(onPair)}>
        {t("tokens.pair")}
      </Button>
    </form>
  );
}
