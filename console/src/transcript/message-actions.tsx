import type { TurnId } from "@kestrel/protocol";
import { useWords } from "../i18n/language.tsx";
import { type HistoryActions, useSessionActions } from "../session/session-actions.tsx";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { useVersions, VersionControl } from "./versions.tsx";

/** Visible while the message is hovered or focused, and always without a pointer. */
const onDemand =
  "opacity-0 transition-opacity duration-[120ms] group-focus-within/message:opacity-100 group-hover/message:opacity-100 [@media(hover:none)]:opacity-100";

type MessageActionsProps = {
  at: string;
  text: string;
  turn?: TurnId;
  /** The author: only the reply that ends a turn has undo; messages by Kestrel cannot be edited. */
  of: "person" | "kestrel" | "model" | "model-midway";
};

/** A message's time and actions, on hover, focus or touch. No undo while a turn runs. */
export function MessageActions({ at, text, turn, of }: MessageActionsProps) {
  const { numbers } = useWords();
  const history = useSessionActions()?.history;
  const versions = useVersions(of === "model" ? turn : undefined);
  return (
    <div
      className={`flex h-8 flex-none items-center gap-0.5 text-fine text-faint ${of === "model" ? "" : onDemand}`}
    >
      <time
        dateTime={at}
        className={`tabular ${of === "model" ? "order-last ml-1 @max-[520px]:hidden" : "mr-1"}`}
      >
        {numbers.time(at, Date.now())}
      </time>
      {versions && <VersionControl {...versions} />}
      <CopyButton text={text} className="size-8" />
      {history && turn && of !== "model-midway" && <WaysBack history={history} turn={turn} of={of} />}
    </div>
  );
}

type WaysBackProps = {
  history: HistoryActions;
  turn: TurnId;
  of: Exclude<MessageActionsProps["of"], "model-midway">;
};

function WaysBack({ history, turn, of }: WaysBackProps) {
  const { t } = useWords();
  // The line above the input shows a refusal.
  const refused = () => undefined;
  const between = "in-data-busy:hidden";
  return (
    <>
      {of === "person" && (
        <IconButton
          icon="edit"
          label={t("history.edit")}
          className={between}
          onClick={() => history.edit(turn)}
        />
      )}
      {of === "model" && (
        <IconButton
          icon="again"
          label={t("history.regenerate")}
          className={between}
          onClick={() => void history.regenerate(turn).catch(refused)}
        />
      )}
      <IconButton
        icon="fork"
        label={t("history.fork")}
        onClick={() => void history.fork(turn, of === "model" || undefined).catch(refused)}
      />
      {of !== "model" && (
        <IconButton
          icon="back"
          label={t("history.takeBack")}
          className={between}
          onClick={() => history.takeBack(turn)}
        />
      )}
    </>
  );
}
