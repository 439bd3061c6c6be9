import type { CrewVerdict } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import { whyFailed } from "../crew/crew-words.ts";
import { useWords } from "../i18n/language.tsx";
import { Chip } from "../ui/chip.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

const tones = {
  fits: "plain",
  doubtful: "warn",
  dangerous: "danger",
} as const satisfies Record<CrewVerdict["verdict"], string>;

/** UTF-16 units of the other model's name, which its server reports. */
const longestName = 60;

/**
 * The review of a pending call by another model, in that model's words. Its space is reserved from the start, so that a late
 * review does not move the buttons.
 */
export function SecondLook({ entry, docked }: { entry: ToolEntry; docked?: boolean }) {
  const { t } = useWords();
  const { approval, review } = entry;
  const model = approval?.reviewer ?? review?.model;
  if (model === undefined) return null;
  const by = t(approval?.decision ? "review.of" : "review.by", { model: model.slice(0, longestName) });
  const { verdict, outcome, failure } = review ?? {};
  const room = docked ? "h-6 truncate" : approval?.decision ? "max-h-32 sm:max-h-22" : "h-32 sm:h-22";
  return (
    <aside
      aria-label={by}
      data-review={verdict?.verdict ?? (outcome === "failed" ? outcome : review ? "none" : "under-way")}
      tabIndex={docked ? undefined : 0}
      title={docked ? verdict?.reason : undefined}
      className={`overflow-auto rounded-control border border-line px-3 text-fine text-dim ${room} ${docked ? "" : "py-1.5"}`}
    >
      <span className={docked ? "sr-only" : "block text-faint"}>
        <VisibleText text={by} />
      </span>
      <span role="status">
        {verdict ? (
          <>
            <Chip tone={tones[verdict.verdict]}>{t(`review.${verdict.verdict}`)}</Chip>{" "}
            <q className="[overflow-wrap:anywhere]">
              <VisibleText text={verdict.reason} />
            </q>
          </>
        ) : outcome === "failed" ? (
          <VisibleText text={t("review.failed", { why: failure && whyFailed(failure, t) })} />
        ) : (
          t(review ? "review.none" : "review.under-way")
        )}
      </span>
    </aside>
  );
}
