import type { Failure } from "@kestrel/protocol";
import { type FormEvent, useEffect, useId, useState } from "react";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { serveAgain } from "../program/program-command.ts";
import { Bird } from "../ui/bird.tsx";
import { Button } from "../ui/button.tsx";
import { CommandLine } from "../ui/command-line.tsx";
import { whenOtherTabIsIn } from "./share-token.ts";

/** Only other devices use TLS with the daemon. */
const isElsewhere = () => window.location.protocol === "https:";

function sentenceFor({ code }: Failure, t: Translate): string {
  if (code === "daemon_unreachable") return t("login.unreachable");
  if (code === "code_invalid" && isElsewhere()) return t("login.wrong");
  return code === "code_invalid" ? t("login.expired") : t(`error.${code}`);
}

type LoginPageProps = {
  failure?: Failure;
  /** Another program could have read the link. */
  watched?: boolean;
};

/** Explains how to log in. */
export function LoginPage({ failure, watched = false }: LoginPageProps) {
  const { t } = useWords();
  // The address still has the route that this tab showed.
  useEffect(() => whenOtherTabIsIn(() => window.location.reload()), []);
  const away = failure?.code === "daemon_unreachable";
  const plain = isElsewhere() ? t("login.remote") : t("login.text");
  const text = watched ? t("login.watched") : failure ? sentenceFor(failure, t) : plain;
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-md">
        <Bird size={40} />
        <h1 className="mt-5 text-h1 font-semibold">{t("login.title")}</h1>
        <p className="mt-2 text-dim">{text}</p>
        <div className="mt-4">
          <CommandLine program={isElsewhere() ? "tokens pair phone" : away ? serveAgain() : "open"} />
        </div>
        {isElsewhere() ? <CodeField /> : <p className="mt-3 text-ui text-faint">{t("login.then")}</p>}
      </div>
    </main>
  );
}

/** A typed code is used like one in a link. */
function CodeField() {
  const { t } = useWords();
  const field = useId();
  const [code, setCode] = useState("");
  const enter = (event: FormEvent) => {
    event.preventDefault();
    window.location.hash = `#c=${encodeURIComponent(code.trim())}`;
  };
  return (
    <form onSubmit={enter} className="mt-4 flex items-center gap-2 text-ui">
      <label htmlFor={field} className="text-dim">
        {t("login.code")}
      </label>
      <input
        id={field}
        value={code}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setCode(target.value)}
        className="h-9 min-w-0 flex-1 rounded-control border border-control bg-paper px-2 font-mono"
      />
      <Button type="submit" disabled={code.trim() === ""}>
        {t("login.pair")}
      </Button>
    </form>
  );
}
