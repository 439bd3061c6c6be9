import { type EngineStatus, type Failure, ServerUrl } from "@kestrel/protocol";
import { type FormEvent, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoad } from "./use-load.ts";

type UseServerProps = {
  /** Where a session begins. */
  startAddress: string;
  onTaken?: () => void;
};

/** Speaks to a model's server from now on: one at an address, and where it has several models, with the one that is chosen. */
export function UseServer({ startAddress, onTaken }: UseServerProps) {
  const { t } = useWords();
  const name = useId();
  const [url, setUrl] = useState("");
  const { load, asking, taken, failure } = useLoad();
  const [asked, setAsked] = useState("");
  const wanted = withScheme(url.trim());
  const use = async (at: string, model?: string) => {
    setAsked(at);
    if (await load({ url: at, model })) onTaken?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUrl) void use(wanted);
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
        <Button type="submit" look="primary" disabled={asking || !isUrl}>
          {t("use.server")}
        </Button>
      </PathField>
      <ServerAnswer
        url={asked}
        failure={failure}
        asking={asking}
        taken={taken}
        startAddress={startAddress}
        onModel={(model) => void use(asked, model)}
      />
    </form>
  );
}

type ServerAnswerProps = {
  /** The server that was asked. */
  url: string;
  failure?: Failure;
  asking: boolean;
  taken?: EngineStatus;
  startAddress: string;
  onModel: (name: string) => void;
};

/** What came of it: the model that is used now and the way on, or why not; where a model has to be named, the names. */
export function ServerAnswer(props: ServerAnswerProps) {
  const { url, failure, asking, taken, startAddress, onModel } = props;
  const { t } = useWords();
  if (asking) return <p className="mt-2 text-13 text-faint">{t("use.server.asking")}</p>;
  if (taken) {
    return (
      <p role="status" className="mt-2 text-13">
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
    <div role="alert" className="mt-2 text-13">
      {names.length > 0 ? (
        <>
          <p>{t("use.server.which")}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {names.map((name) => (
              <li key={name} className="min-w-0">
                <Button onClick={() => onModel(name)}>{name}</Button>
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
          {failure.code === "unreachable" ? (
            <VisibleText text={t("use.server.unreachable", { url })} />
          ) : (
            <FailureText failure={failure} />
          )}
        </div>
      )}
    </div>
  );
}

/** What the daemon says is there, without what it left out. Models elsewhere are chosen like all others, and marked. */
function namesIn({ code, params }: Failure): string[] {
  if (code !== "model_not_chosen" && code !== "model_not_found") return [];
  const listed = [params?.candidates, params?.remote].filter((names) => typeof names === "string");
  return listed.flatMap((names) => names.split(", ")).filter((name) => name !== "…");
}

function withScheme(text: string): string {
  return text === "" || text.includes("://") ? text : `http://${text}`;
}
