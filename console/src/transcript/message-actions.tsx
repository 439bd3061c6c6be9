import type { TurnId } from "@kestrel/protocol";
import { useWords } from "../i18n/language.tsx";
import { type HistoryActions, useSessionActions } from "../session/session-actions.tsx";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { useVersions, VersionControl } from "./versions.tsx";

/** Seen while the message is pointed at or has the focus, and always where nothing can point. */
const onDemand =
  "opacity-0 transition-opacity duration-[120ms] group-focus-within/message:opacity-100 group-hover/message:opacity-100 [@media(hover:none)]:opacity-100";

type MessageActionsProps = {
  at: string;
  text: string;
  turn?: TurnId;
  /** Who said it: of the model's replies only the one that ends its turn can be gone back to; what Kestrel said is not put otherwise. */
  of: "person" | "kestrel" | "model" | "model-midway";
};

/** Time and what can be done with a message, on hover, focus or touch. While a turn runs nothing can be taken back. */
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
