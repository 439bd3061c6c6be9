import type { Failure } from "@kestrel/protocol";
import { useEffect } from "react";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { serveAgain } from "../program/program-command.ts";
import { Bird } from "../ui/bird.tsx";
import { CommandLine } from "../ui/command-line.tsx";
import { whenOtherTabIsIn } from "./share-token.ts";

function sentenceFor({ code }: Failure, t: Translate): string {
  if (code === "daemon_unreachable") return t("login.unreachable");
  return code === "code_invalid" ? t("login.expired") : t(`error.${code}`);
}

type LoginPageProps = {
  failure?: Failure;
  /** Another program could have read the link. */
  watched?: boolean;
};

/** Says how to get in. */
export function LoginPage({ failure, watched = false }: LoginPageProps) {
  const { t } = useWords();
  // Where this tab was stands in its address still.
  useEffect(() => whenOtherTabIsIn(() => window.location.reload()), []);
  const away = failure?.code === "daemon_unreachable";
  const text = watched ? t("login.watched") : failure ? sentenceFor(failure, t) : t("login.text");
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-md">
        <Bird size={40} />
        <h1 className="mt-5 text-h1 font-semibold">{t("login.title")}</h1>
        <p className="mt-2 text-dim">{text}</p>
        <div className="mt-4">
          <CommandLine program={away ? serveAgain() : "open"} />
        </div>
        <p className="mt-3 text-ui text-faint">{t("login.then")}</p>
      </div>
    </main>
  );
}
