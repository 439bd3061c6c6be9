import type { Failure } from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";
import { type FormEvent, type ReactNode, useState } from "react";
import { PathOnDisk } from "../../folders/path-on-disk.tsx";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type NewSessionPageProps = {
  workspaces: DaemonStatus["workspaces"];
  menu: ReactNode;
  /** `confirm`: the person meant a folder that holds more than a project. */
  onOpen: (workspace: string, confirm?: true) => Promise<void>;
};

/** Chooses the folder a session belongs to: one used before, the sample project, or any other. */
export function NewSessionPage({ workspaces, menu, onOpen }: NewSessionPageProps) {
  const { t } = useWords();
  const [path, setPath] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const recent = workspaces.filter(({ kind }) => kind === "recent");
  const sample = workspaces.find(({ kind }) => kind === "playground");

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") open(path.trim());
  };

  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-xl pt-[8dvh] pb-12">
        <h1 className="text-20 font-semibold">{t("new.title")}</h1>
        <p className="mt-1 text-dim">{t("new.text")}</p>

        {recent.length > 0 && (
          <section className="mt-8">
            <h2 className="mb-2 text-12 font-semibold text-faint">{t("new.recent")}</h2>
            <ul className="overflow-hidden rounded-card border border-line">
              {recent.map((workspace) => (
                <li key={workspace.path} className="border-line not-first:border-t">
                  <Choice busy={busy} onChoose={() => open(workspace.path)}>
                    <span className="block truncate font-mono text-13">
                      <VisibleText text={workspace.path} />
                    </span>
                  </Choice>
                </li>
              ))}
            </ul>
          </section>
        )}

        {sample && (
          <section className="mt-6 overflow-hidden rounded-card border border-line">
            <Choice busy={busy} onChoose={() => open(sample.path)}>
              <span>
                <span className="block font-medium">{t("new.sample")}</span>
                <span className="block text-13 text-dim">{t("new.sample.text")}</span>
              </span>
            </Choice>
          </section>
        )}

        <form onSubmit={submit} className="mt-6">
          <PathOnDisk
            label={t("new.path")}
            hint={t("new.path.hint")}
            value={path}
            onChange={setPath}
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
      className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-raised focus-visible:-outline-offset-2 disabled:opacity-60"
    >
      <Icon name="folder" className="text-faint" />
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="chevron" size={12} className="text-faint" />
    </button>
  );
}
