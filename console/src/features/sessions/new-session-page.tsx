import type { Failure } from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";
import { type FormEvent, type ReactNode, useState } from "react";
import { PathOnDisk } from "../../folders/path-on-disk.tsx";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { Bird } from "../../ui/bird.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type NewSessionPageProps = {
  workspaces: DaemonStatus["workspaces"];
  menu: ReactNode;
  /** `confirm`: the user confirmed a folder larger than a project. */
  onOpen: (workspace: string, confirm?: true) => Promise<void>;
};

/** Chooses the workspace of a session: a folder used before, the sample project, none, or any other. */
export function NewSessionPage({ workspaces, menu, onOpen }: NewSessionPageProps) {
  const { t } = useWords();
  const [path, setPath] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const recent = workspaces.filter(({ kind }) => kind === "recent");
  const sample = workspaces.find(({ kind }) => kind === "playground");
  const none = workspaces.find(({ kind }) => kind === "none");

  const [unconfirmed, setUnconfirmed] = useState<string>();
  const open = (workspace: string, confirm?: true) => {
    setBusy(true);
    setFailure(undefined);
    setUnconfirmed(undefined);
    onOpen(workspace, confirm)
      .catch((thrown: unknown) => {
        const refused = failureOf(thrown);
        setFailure(refused);
        if (refused.code === "workspace_unconfirmed") setUnconfirmed(workspace);
      })
      .finally(() => setBusy(false));
  };
  const write = (written: string) => {
    setPath(written);
    setFailure(undefined);
    setUnconfirmed(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") open(path.trim());
  };

  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column pt-[8dvh] pb-16">
        <Bird size={38} />
        <h1 className="mt-5 text-display font-semibold text-balance max-sm:text-h1">{t("new.title")}</h1>
        <p className="mt-2 measure text-pretty text-dim">{t("new.text")}</p>

        {recent.length > 0 && (
          <section className="mt-8">
            <h2 className="mb-2 text-ui font-medium text-dim">{t("new.recent")}</h2>
            <ul className="border-t border-soft">
              {recent.map((workspace) => (
                <li key={workspace.path} className="border-b border-soft">
                  <Choice busy={busy} onChoose={() => open(workspace.path)}>
                    <span className="block truncate font-mono text-mono">
                      <VisibleText text={workspace.path} />
                    </span>
                  </Choice>
                </li>
              ))}
            </ul>
          </section>
        )}

        {[
          { own: sample, name: "new.sample" as const },
          { own: none, name: "new.none" as const },
        ].map(
          ({ own, name }) =>
            own && (
              <section
                key={name}
                className="mt-8 border-y border-soft [&+section]:mt-0 [&+section]:border-t-0"
              >
                <Choice busy={busy} onChoose={() => open(own.path)}>
                  <span>
                    <span className="block font-name">{t(name)}</span>
                    <span className="block text-ui text-dim">{t(`${name}.text`)}</span>
                  </span>
                </Choice>
              </section>
            ),
        )}

        <form onSubmit={submit} className="mt-8">
          <PathOnDisk
            label={t("new.path")}
            hint={t("new.path.hint")}
            value={path}
            onChange={write}
            picks="folder"
          >
            <Button type="submit" look="primary" disabled={busy || path.trim() === ""}>
              {t("new.start")}
            </Button>
          </PathOnDisk>
        </form>
        {failure && (
          <div role="alert" className="mt-3 text-danger">
            <FailureText failure={failure} />
            {unconfirmed !== undefined && (
              <Button look="danger" className="mt-2" disabled={busy} onClick={() => open(unconfirmed, true)}>
                {t("new.confirm", { path: unconfirmed })}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function Choice({ busy, onChoose, children }: { busy: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onChoose}
      className="-mx-3 flex min-h-12 w-[calc(100%+24px)] items-center gap-3.5 rounded-card px-3 py-2.5 text-left hover:bg-hover disabled:text-faint"
    >
      <Icon name="folder" size={18} className="text-dim" />
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="chevron" size={12} className="text-faint" />
    </button>
  );
}
