import type { Failure } from "@kestrel/protocol";
import type { McpProblem, McpServer } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf, passOver } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

type Listed = { servers: readonly McpServer[]; problems: readonly McpProblem[]; file: string };

/** The user's MCP servers: state, all texts of their tools, cost, and buttons to test them and to turn them on or off. */
export function McpServers() {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<Listed>("", () => client.call("listMcp"));
  const [refused, setRefused] = useState<Failure>();
  const [testing, setTesting] = useState<string>();
  const [works, setWorks] = useState<string>();
  const [address, setAddress] = useState<{ name: string; address: string }>();
  const failed = (thrown: unknown) => setRefused(failureOf(thrown));
  const test = async (name: string) => {
    setTesting(name);
    setRefused(undefined);
    setWorks(undefined);
    try {
      const { server } = await client.call("testMcp", { body: { server: name } });
      if (!server.failure) setWorks(t("mcp.works", { name, count: server.tools.length }));
      set(await client.call("listMcp"));
    } catch (thrown) {
      failed(thrown);
    }
    setTesting(undefined);
  };
  const login = async (name: string) => {
    setRefused(undefined);
    setWorks(undefined);
    try {
      const { address, failure: wrong } = await client.call("loginMcp", { body: { server: name } });
      if (wrong) setWorks(`${name}: ${t(`mcp.trouble.${wrong.why}`, { detail: wrong.detail })}`);
      setAddress(address === undefined ? undefined : { name, address });
    } catch (thrown) {
      failed(thrown);
    }
  };
  const logout = (name: string) => {
    setRefused(undefined);
    setAddress(undefined);
    client.call("logoutMcp", { body: { server: name } }).then(set, failed);
  };
  // Shows the result after the return from a login page.
  useEffect(() => {
    if (!address) return;
    const look = () => void client.call("listMcp").then(set, passOver);
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [address, client, set]);
  const turn = ({ name, digest }: McpServer, on: boolean) => {
    setRefused(undefined);
    client.call("switchMcp", { body: { server: name, on, digest } }).then(set, failed);
  };
  const wrong = refused ?? failure;
  return (
    <SettingsSection title={t("mcp.title")} text={t("mcp.text")} failure={wrong}>
      {value?.servers.length === 0 && (
        <div className="mt-2 stack gap-2 text-ui text-faint">
          <p>{t("mcp.none")}</p>
          <CommandLine program="mcp add NAME -- COMMAND" />
        </div>
      )}
      <ul className="mt-2">
        {value?.servers.map((server) => (
          <Row key={server.name} server={server} testing={testing} deeds={{ test, turn, login, logout }} />
        ))}
      </ul>
      {value?.problems.map(({ name, why }) => (
        <Notice key={name} tone="warn">
          <VisibleText text={t(`mcp.problem.${why}`, { name })} />
        </Notice>
      ))}
      <p role="status" className="text-ui text-dim">
        {testing === undefined ? works : t("mcp.testing")}
      </p>
      {address && value?.servers.some(({ name, loggedIn }) => name === address.name && !loggedIn) && (
        <p className="text-ui [overflow-wrap:anywhere]">
          <a className="underline" href={address.address} target="_blank" rel="noopener noreferrer">
            {t("mcp.login.at", { name: address.name, host: hostOf(address.address) })}
          </a>
        </p>
      )}
    </SettingsSection>
  );
}

type RowProps = {
  server: McpServer;
  testing?: string;
  deeds: {
    test(name: string): Promise<void>;
    turn(server: McpServer, on: boolean): void;
    login(name: string): Promise<void>;
    logout(name: string): void;
  };
};

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function Row({ server, testing, deeds }: RowProps) {
  const { t } = useWords();
  const { name, state, address, tools, tokens, failure, loggedIn, program, confined } = server;
  const tone = state === "on" ? "accent" : state === "changed" ? "warn" : "plain";
  const { line, whole } = tokens;
  return (
    <SettingsRow
      mark={<Chip tone={tone}>{t(`mcp.state.${state}`)}</Chip>}
      buttons={
        <>
          <Button
            disabled={testing !== undefined}
            aria-label={t("mcp.test.this", { name })}
            onClick={() => void deeds.test(name)}
          >
            {t("mcp.test")}
          </Button>
          {loggedIn !== undefined && (
            <Button
              aria-label={t(loggedIn ? "mcp.logout.this" : "mcp.login.this", { name })}
              onClick={() => (loggedIn ? deeds.logout(name) : void deeds.login(name))}
            >
              {t(loggedIn ? "mcp.logout" : "mcp.login")}
            </Button>
          )}
          {(state === "on" || state === "changed") && (
            <Button aria-label={t("mcp.off.this", { name })} onClick={() => deeds.turn(server, false)}>
              {t("mcp.off")}
            </Button>
          )}
        </>
      }
      below={
        <>
          {program && (
            <p
              className={`mt-1 text-fine [overflow-wrap:anywhere] ${program.changed ? "text-warn" : "text-faint"}`}
            >
              <VisibleText
                text={t(program.changed ? "mcp.program.changed" : "mcp.program", {
                  path: program.path,
                  digest: program.digest,
                })}
              />
            </p>
          )}
          {failure && (
            <p className="mt-1 text-danger [overflow-wrap:anywhere]">
              <VisibleText text={t(`mcp.trouble.${failure.why}`, { detail: failure.detail })} />
            </p>
          )}
          {tools.length > 0 && (
            <details className="mt-1" open={state !== "on"}>
              <summary className="opens tabular text-dim">
                {t("mcp.tools", { count: tools.length })} · {t("mcp.tokens", { line, whole })}
              </summary>
              <ul className="mt-1 stack max-h-96 gap-2 overflow-y-auto">
                {tools.map((tool) => (
                  <li key={tool.name}>
                    <code className="font-mono text-fine [overflow-wrap:anywhere]">
                      {tool.signature.split(" – ")[0]}
                    </code>{" "}
                    {tool.state !== "accepted" && <Chip tone="warn">{t(`mcp.tool.${tool.state}`)}</Chip>}
                    {tool.was !== undefined && (
                      <del className="block whitespace-pre-wrap text-danger [overflow-wrap:anywhere]">
                        <VisibleText text={tool.was.trim()} />
                      </del>
                    )}
                    <p className="whitespace-pre-wrap text-dim [overflow-wrap:anywhere]">
                      <VisibleText text={tool.description.trim()} />
                    </p>
                  </li>
                ))}
              </ul>
              {state !== "on" && (
                <Button look="primary" className="mt-2" onClick={() => deeds.turn(server, true)}>
                  {t("mcp.on")}
                </Button>
              )}
            </details>
          )}
        </>
      }
    >
      <strong>{name}</strong>
      <span className="block font-mono text-fine text-faint">
        <VisibleText text={address} />
        {confined && ` · ${t(`mcp.confined.${confined}`)}`}
      </span>
    </SettingsRow>
  );
}
