import type { Failure } from "@kestrel/protocol";
import { ServerUrl } from "@kestrel/protocol/api";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { withScheme } from "../../models/server-name.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { type AskedServer, useAskedServer } from "./use-asked-server.ts";

type UseServerProps = {
  /** The address of a new session. */
  startAddress: string;
  onTaken?: () => void;
};

/** Connects to a model server: by address, and with a chosen model when it has several. */
export function UseServer({ startAddress, onTaken }: UseServerProps) {
  const { t } = useWords();
  const name = useId();
  const [url, setUrl] = useState("");
  const server = useAskedServer(onTaken);
  const wanted = withScheme(url.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUrl) void server.use(wanted);
  };
  const isUrl = ServerUrl.safeParse(wanted).success;
  return (
    <form onSubmit={submit}>
      <PathField
        id={name}
        label={t("use.server.address")}
        hint={t("use.server.hint")}
        value={url}
        onChange={setUrl}
      >
        <Button type="submit" look="primary" disabled={server.asking || !isUrl}>
          {t("use.server")}
        </Button>
      </PathField>
      <ServerAnswer server={server} startAddress={startAddress} />
    </form>
  );
}

/** The result: the model in use and the next step, or the error; the model names when one must be chosen. */
export function ServerAnswer({ server, startAddress }: { server: AskedServer; startAddress: string }) {
  const { asked: url = "", failure, asking, taken, use } = server;
  const { t } = useWords();
  if (asking) return <p className="mt-2 text-ui text-faint">{t("use.server.asking")}</p>;
  if (taken) {
    return (
      <p role="status" className="mt-2 text-ui">
        <VisibleText text={t("use.server.taken", { label: taken.label ?? url, url })} />{" "}
        <a href={startAddress} className="text-info underline underline-offset-2">
          {t("use.server.start")}
        </a>
      </p>
    );
  }
  if (!failure) return null;
  const names = namesIn(failure);
  return (
    <div role="alert" className="mt-2 text-ui">
      {names.length > 0 ? (
        <>
          <p>{t("use.server.which")}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {names.map((name) => (
              <li key={name} className="min-w-0">
                <Button onClick={() => void use(url, name)}>
                  <VisibleText text={name} />
                </Button>
              </li>
            ))}
          </ul>
          {failure.params?.remote && (
            <p className="mt-2 text-warn">
              {t("use.server.remote", { names: String(failure.params.remote) })}
            </p>
          )}
        </>
      ) : (
        <div className="text-danger">
          <FailureText failure={failure} />
        </div>
      )}
    </div>
  );
}

/** The names the daemon lists, without those it left out. Remote models are chosen like all others, and marked. */
function namesIn({ code, params }: Failure): string[] {
  if (code !== "model_not_chosen" && code !== "model_not_found") return [];
  const listed = [params?.candidates, params?.remote].filter((names) => typeof names === "string");
  return listed.flatMap((names) => names.split(", ")).filter((name) => name !== "…");
}
