import type { SessionSummary } from "@kestrel/protocol";
import type { SessionMarks } from "@kestrel/protocol/api";
import type { FollowState } from "@kestrel/server/client";
import { nestedSessions } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import { useEffect, useMemo, useRef, useState } from "react";
import { useFolderName } from "../../folders/use-folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { type StateName, stateName } from "../../session/attention.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { StateShape } from "../../ui/state-mark.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { matching } from "./matching.ts";

const Export = lazyPart(() => import("../../inspector/export.tsx").then(({ Export: part }) => part));
const FoundPlaces = lazyPart(() => import("./found-places.tsx").then(({ FoundPlaces: places }) => places));

type SessionListProps = {
  sessions?: readonly SessionSummary[];
  connection: FollowState;
  /** The sessions on the screen, the focused one first. */
  current: readonly string[];
  /** `at`: the number of an event in it. */
  addressOf: (session: SessionSummary, at?: number) => string;
  /** Opens it beside the current session; absent without one, or without space. */
  onBeside?: (session: SessionSummary) => void;
  onRemove: (session: SessionSummary) => void;
  onMark: (session: SessionSummary, marks: SessionMarks) => void;
  onRename: (session: SessionSummary, title: string) => void;
};

/** All sessions, latest change first, each with its state as shape, colour and word. */
export function SessionList(props: SessionListProps) {
  const { sessions, onBeside, onRemove, onMark, onRename, ...line } = props;
  const { t } = useWords();
  const folderName = useFolderName();
  const [words, setWords] = useState("");
  const [archived, setArchived] = useState(false);
  const [editing, setEditing] = useState<{ id: string; what: "title" | "tags" }>();
  const [more, setMore] = useState<string>();
  const [exporting, setExporting] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const actionsOn = (session: SessionSummary) => {
    const { pinned = false, archived: away = false } = session.marks ?? {};
    return [
      ...(onBeside && !line.current.includes(session.id)
        ? [{ word: "sessions.beside" as const, act: () => onBeside(session) }]
        : []),
      { word: "sessions.rename", act: () => setEditing({ id: session.id, what: "title" }) },
      { word: "sessions.tags", act: () => setEditing({ id: session.id, what: "tags" }) },
      { word: pinned ? "sessions.unpin" : "sessions.pin", act: () => onMark(session, { pinned: !pinned }) },
      {
        word: away ? "sessions.unarchive" : "sessions.archive",
        act: () => onMark(session, { archived: !away }),
      },
      {
        word: "sessions.export",
        act: () => setExporting(exporting === session.id ? undefined : session.id),
      },
    ] as const;
  };
  const put = sessions?.filter(({ marks }) => marks?.archived).length ?? 0;
  const inArchive = archived && put > 0;
  const shown = useMemo(() => {
    // A search by name includes archived sessions.
    const listed = (sessions ?? []).filter(
      ({ marks }) => words.trim() !== "" || (marks?.archived ?? false) === inArchive,
    );
    return nestedSessions(matching(listed, words));
  }, [sessions, words, inArchive]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex-none px-3 pt-1 pb-2">
        <input
          type="search"
          aria-label={t("sessions.search")}
          placeholder={t("sessions.search")}
          maxLength={1_000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="h-9 w-full rounded-control bg-transparent px-2.5 text-ui inset-ring inset-ring-line focus:bg-card pointer-coarse:h-11"
        />
      </div>
      <nav aria-label={t("sessions.title")} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {sessions?.length === 0 && <p className="px-2 py-3 text-ui text-faint">{t("sessions.none")}</p>}
        {inFolders(shown).map(({ folder, rows }) => (
          <section key={folder ?? ""} className="pt-3">
            <h2
              className="truncate px-2.5 pb-1 text-fine font-medium text-faint"
              title={folder && visibleText(folder)}
            >
              {folder === undefined ? t("sessions.pinned") : <VisibleText text={folderName(folder)} />}
            </h2>
            <ul className="stack gap-0.5">
              {rows.map(({ session, nested }) => (
                <li
                  key={session.id}
                  className={`group/line relative ${nested ? "ml-5 border-l border-line" : ""}`}
                >
                  {editing?.id === session.id ? (
                    <LineField
                      label={t(editing.what === "title" ? "sessions.title-field" : "sessions.tags-field")}
                      text={editing.what === "title" ? session.title : (session.marks?.tags ?? []).join(" ")}
                      onEnd={(text) => {
                        setEditing(undefined);
                        if (text === undefined) return;
                        if (editing.what === "tags") onMark(session, { tags: tagsIn(text) });
                        else if (text !== "" && text !== session.title) onRename(session, text);
                      }}
                    />
                  ) : (
                    <SessionLine session={session} {...line} />
                  )}
                  <div className="absolute top-0.5 right-0.5 flex rounded-control opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 pointer-coarse:bg-transparent pointer-coarse:opacity-100">
                    <IconButton
                      icon="more"
                      className="size-8"
                      aria-expanded={more === session.id}
                      label={t("sessions.more", { title: session.title || t("sessions.untitled") })}
                      onClick={() => setMore(more === session.id ? undefined : session.id)}
                    />
                    <IconButton
                      icon="trash"
                      className="size-8"
                      label={t("sessions.delete", { title: session.title || t("sessions.untitled") })}
                      onClick={() => (isUnfinished(session) ? setDeleting(session.id) : onRemove(session))}
                    />
                  </div>
                  {more === session.id && (
                    <div className="flex flex-wrap gap-0.5 pb-1 pl-6 text-fine">
                      {actionsOn(session).map(({ word, act }) => (
                        <button
                          key={word}
                          type="button"
                          className="rounded-control px-2 py-1 text-dim hover:bg-hover hover:text-text"
                          onClick={() => {
                            setMore(undefined);
                            act();
                          }}
                        >
                          {t(word)}
                        </button>
                      ))}
                    </div>
                  )}
                  {deleting === session.id && (
                    <div role="alert" className="px-2.5 py-2 text-ui">
                      <p>{t("sessions.delete.working")}</p>
                      <div className="mt-2 flex gap-2">
                        <Button onClick={() => setDeleting(undefined)}>{t("tokens.keep")}</Button>
                        <Button
                          look="danger"
                          onClick={() => {
                            setDeleting(undefined);
                            onRemove(session);
                          }}
                        >
                          {t("sessions.delete.yes")}
                        </Button>
                      </div>
                    </div>
                  )}
                  {exporting === session.id && (
                    <div className="pl-6">
                      <Export id={session.id} open />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {put > 0 && words.trim() === "" && (
          <button
            type="button"
            aria-expanded={inArchive}
            className="mt-2 w-full rounded-control px-2 py-1 text-left text-fine text-faint hover:bg-hover hover:text-text"
            onClick={() => setArchived(!inArchive)}
          >
            {t(inArchive ? "sessions.archive-close" : "sessions.archive-open", { count: put })}
          </button>
        )}
        {words.trim() !== "" && <FoundPlaces words={words.trim()} addressOf={line.addressOf} />}
      </nav>
    </div>
  );
}

/** Deleting it would end a turn, so it is confirmed first. */
const isUnfinished = ({ attention }: SessionSummary) => attention === "working" || attention === "needs_you";

type Row = ReturnType<typeof nestedSessions>[number];

/** Pinned sessions, then folders, the one with the newest session first. Subagents' sessions stay below their parent. */
function inFolders(rows: readonly Row[]): { folder?: string; rows: Row[] }[] {
  const folders = new Map<string | undefined, Row[]>();
  let folder: string | undefined;
  for (const row of rows) {
    if (!row.nested) folder = row.session.marks?.pinned ? undefined : row.session.workspace;
    const known = folders.get(folder);
    if (known) known.push(row);
    else folders.set(folder, [row]);
  }
  return [...folders].map(([name, inside]) => ({
    ...(name !== undefined && { folder: name }),
    rows: inside,
  }));
}

/** At most twenty tags of forty characters each, the daemon's limits. */
const tagsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,，、#]+/).filter(Boolean))].slice(0, 20).map((tag) => tag.slice(0, 40));

type LineFieldProps = { label: string; text: string; onEnd: (text: string | undefined) => void };

/** Edits text in place of the line: Enter and blur save it, Escape cancels. */
function LineField({ label, text, onEnd }: LineFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const end = () => onEnd(field.current?.value.trim());
  return (
    <input
      ref={field}
      aria-label={label}
      defaultValue={text}
      maxLength={200}
      onBlur={end}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") end();
        else if (event.key === "Escape") {
          event.preventDefault();
          onEnd(undefined);
        }
      }}
      className="h-9 w-full rounded-control bg-card px-2.5 text-ui inset-ring-2 inset-ring-focus outline-none"
    />
  );
}

type SessionLineProps = Pick<SessionListProps, "connection" | "current" | "addressOf"> & {
  session: SessionSummary;
};

/** States that need the user: their word is visible, that of the others is for screen readers only. */
const shownWords: Partial<Record<StateName, string>> = { needs_you: "text-warn", error: "text-danger" };

function SessionLine({ session, connection, current, addressOf }: SessionLineProps) {
  const { t, numbers } = useWords();
  const state = stateName(session.attention, connection);
  const here = current.includes(session.id);
  const age = numbers.age(session.changedAt, Date.now());
  return (
    <a
      href={addressOf(session)}
      aria-current={session.id === current[0] ? "page" : here ? "true" : undefined}
      title={`${visibleText(session.workspace)} · ${age}`}
      className={`flex h-9 items-center gap-2 rounded-control px-2.5 text-ui pointer-coarse:h-11 ${here ? "bg-pressed font-medium" : "text-dim hover:bg-hover hover:text-text"}`}
    >
      <StateShape state={state} />
      {/* A tag that does not fit wraps out of the line, whole. */}
      <span className="flex h-5 min-w-0 flex-1 flex-wrap gap-x-1.5 overflow-hidden group-focus-within/line:pr-12 group-hover/line:pr-12 pointer-coarse:pr-20">
        <span className="max-w-full truncate">
          {session.parent && (
            <span className="text-faint" title={t("helpers.of")}>
              {session.parent.helper}:{" "}
            </span>
          )}
          {session.origin && (
            <span className="text-faint" title={t("channels.from", session.origin)}>
              {session.origin.channel}:{" "}
            </span>
          )}
          <bdi>
            <VisibleText text={session.title || t("sessions.untitled")} />
          </bdi>
        </span>
        {session.marks?.tags?.map((tag) => (
          <span key={tag} className="text-fine text-faint">
            #<VisibleText text={tag} />
          </span>
        ))}
      </span>{" "}
      <span
        className={
          shownWords[state] === undefined
            ? "sr-only"
            : `inline-block flex-none text-fine font-medium first-letter:uppercase group-focus-within/line:invisible group-hover/line:invisible pointer-coarse:hidden ${shownWords[state]}`
        }
      >
        {t(`state.${state}`)} <span className="sr-only">{age}</span>
      </span>
    </a>
  );
}
