import type { Failure, SessionId } from "@kestrel/protocol";
import type { ChannelState } from "@kestrel/protocol/channel";
import { type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Polling interval of the channels while the page is open. Milliseconds. */
const lookMs = 2_000;

const tones = { off: "plain", connecting: "plain", up: "ok", waiting: "warn", parked: "danger" } as const;

/** The newest sessions listed per channel. */
const mostSessions = 5;

type PageProps = { menu: ReactNode; onSession: (id: SessionId) => string };

/** The messenger channels: the state of each, and its actions. */
export function ChannelsPage({ menu, onSession }: PageProps) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer("", () => client.call("listChannels"));
  const [refused, setRefused] = useState<Failure>();
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [sent, setSent] = useState<{ name: string; count: number }>();
  const refuse = (thrown: unknown) => setRefused(failureOf(thrown));
  useEffect(() => {
    const timer = setInterval(() => void client.call("listChannels").then(set, refuse), lookMs);
    return () => clearInterval(timer);
  }, []);
  const doing = async (work: () => Promise<unknown>) => {
    setRefused(undefined);
    setSent(undefined);
    await work().catch(refuse);
    set(await client.call("listChannels"));
  };
  const actionsOf = ({ name }: ChannelState): Actions => ({
    onPair: () =>
      doing(async () => {
        const { code } = await client.call("pairChannel", { body: { name } });
        setCodes((before) => ({ ...before, [name]: code }));
      }),
    onTest: () =>
      doing(async () => {
        const { sent: count } = await client.call("testChannel", { body: { name } });
        setSent({ name, count });
      }),
    onSwitch: (on) => doing(() => client.call("switchChannel", { body: { name, on } })),
    onUnpair: (sender) => doing(() => client.call("unpairChannel", { body: { name, sender } })),
  });
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-3xl pt-4 pb-12 md:pt-10">
        <h1 className="text-h1 font-semibold">{t("channels.title")}</h1>
        <p className="mt-2 text-dim">{t("channels.text")}</p>
        <p className="mt-2 text-ui">
          <a
            href={`${t("manual.address")}guides/channels.html`}
            target="_blank"
            rel="noreferrer"
            className="text-info underline underline-offset-2"
          >
            {t("channels.guide")}
          </a>
        </p>
        <div className="mt-4">
          <FailureNotice failure={refused ?? failure} />
        </div>
        {value?.channels.length === 0 && (
          <p className="mt-6 text-dim [overflow-wrap:anywhere]">
            <CodeWords text={t("channels.none", { file: value.file })} />
          </p>
        )}
        {value?.channels.map((channel) => (
          <Channel
            key={channel.name}
            channel={channel}
            file={value.file}
            code={channel.pairing && codes[channel.name]}
            sent={sent?.name === channel.name ? sent.count : undefined}
            actions={actionsOf(channel)}
            onSession={onSession}
          />
        ))}
      </div>
    </div>
  );
}

type Actions = {
  onPair(): Promise<void>;
  onTest(): Promise<void>;
  onSwitch(on: boolean): Promise<void>;
  onUnpair(sender: string): Promise<void>;
};

type ChannelProps = {
  channel: ChannelState;
  file: string;
  code: string | undefined;
  sent: number | undefined;
  actions: Actions;
  onSession: PageProps["onSession"];
};

function Channel({ channel, file, code, sent, actions, onSession }: ChannelProps) {
  const { t, numbers } = useWords();
  const { name, kind, state, why, detail, until, queue, dropped = 0, paired = [], recent = [] } = channel;
  const time = (at: string) => numbers.time(at, Date.now());
  const all = useConsole(({ sessions }) => sessions);
  const sessions = (all ?? []).filter(({ origin }) => origin?.channel === name).slice(0, mostSessions);
  const speaks = kind !== undefined && kind !== "gateway" && state !== "off" && state !== "parked";
  return (
    <section aria-label={name} className="mt-6 border-t border-soft pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-h3 font-semibold">
          <VisibleText text={name} />
        </h2>
        {kind && kind !== name && <Chip>{kind}</Chip>}
        <Chip tone={tones[state]}>{t(`channels.state.${state}`, { time: until ? time(until) : "" })}</Chip>
      </div>
      {why ? (
        <p className="mt-2 text-ui text-warn [overflow-wrap:anywhere]">
          <CodeWords text={t(`channels.trouble.${why}`, { name, file, detail: detail ?? "" })} />
        </p>
      ) : (
        state === "waiting" &&
        detail && (
          <p className="mt-2 text-ui text-dim [overflow-wrap:anywhere]">
            <VisibleText text={detail} />
          </p>
        )
      )}
      <p className="tabular mt-2 text-fine text-faint">
        {[queue && t("channels.queue", queue), dropped > 0 && t("channels.dropped", { count: dropped })]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {speaks && <Button onClick={() => void actions.onPair()}>{t("channels.pair.button")}</Button>}
        {speaks && <Button onClick={() => void actions.onTest()}>{t("channels.test")}</Button>}
        {kind !== undefined && !name.startsWith("hook-") && (
          <Button onClick={() => void actions.onSwitch(state === "off" || state === "parked")}>
            {t(state === "off" ? "channels.on" : state === "parked" ? "channels.again" : "channels.off")}
          </Button>
        )}
      </div>
      <div role="status" className="text-ui">
        {code !== undefined && <p className="mt-3 font-medium">{t("channels.pair", { name, code })}</p>}
        {sent !== undefined && <p className="mt-3">{t("channels.sent", { count: sent })}</p>}
      </div>
      {paired.length > 0 && (
        <List title={t("channels.may")}>
          {paired.map((sender) => (
            <li key={sender} className="flex flex-wrap items-center justify-between gap-2 py-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <VisibleText text={sender} />
              </span>
              <SureButton
                question={t("channels.unpair.sure", { sender })}
                yes={t("channels.unpair")}
                no={t("tokens.keep")}
                onSure={() => void actions.onUnpair(sender)}
              >
                {t("channels.unpair")}
              </SureButton>
            </li>
          ))}
        </List>
      )}
      {recent.length > 0 && (
        <List title={t("channels.recent")}>
          {recent.map(({ sender, text, at }, index) => (
            <li key={`${at} ${index}`} className="py-1 [overflow-wrap:anywhere]">
              <VisibleText text={text} />
              <span className="tabular block text-fine text-faint">
                <VisibleText text={sender} /> · {time(at)}
              </span>
            </li>
          ))}
        </List>
      )}
      {sessions.length > 0 && (
        <List title={t("sessions.title")}>
          {sessions.map(({ id, title, changedAt }) => (
            <li key={id} className="flex flex-wrap justify-between gap-2 py-1">
              <a href={onSession(id)} className="min-w-0 text-info underline underline-offset-2">
                <VisibleText text={title || t("sessions.untitled")} />
              </a>
              <span className="tabular text-fine text-faint">{numbers.age(changedAt, Date.now())}</span>
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-4 text-fine font-medium text-faint">{title}</h3>
      <ul className="text-ui">{children}</ul>
    </>
  );
}
