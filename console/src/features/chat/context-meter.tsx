import type { Live, SessionState } from "@kestrel/session-state";
import { useWords } from "../../i18n/language.tsx";
import { contextFill } from "../../session/context-fill.ts";

type Fill = {
  state: SessionState;
  live: Live;
  /** The window of the current model. */
  loaded?: number | undefined;
};

/** How full the window is, by the server's count; `~` when estimated. */
export function ContextFigures({ state, live, loaded }: Fill) {
  const { t, numbers } = useWords();
  const fill = contextFill(state, live, loaded);
  return (
    <span className={`tabular flex-none font-normal ${fill.full ? "text-warn" : ""}`}>
      {fill.estimated ? "~" : ""}
      {numbers.short(fill.used)}
      {fill.window !== undefined && `/${numbers.window(fill.window)}`}
      {fill.full && <span className="hidden @min-[620px]:inline"> {t("meter.warn")}</span>}
    </span>
  );
}

/** Opens the context view. */
export function ContextMeter({ isOpen, onOpen, ...from }: Fill & { isOpen: boolean; onOpen: () => void }) {
  const { t, numbers } = useWords();
  const fill = contextFill(from.state, from.live, from.loaded);
  const label =
    fill.window === undefined
      ? t("meter.unknown")
      : t("meter.aria", { used: numbers.marked(fill.used, fill.estimated), window: fill.window });
  return (
    <div
      className={`relative flex h-8 @max-[520px]:hidden flex-none items-center rounded-control text-ui font-medium hover:bg-hover hover:text-text ${isOpen ? "bg-pressed" : ""} ${fill.full ? "text-warn" : isOpen ? "text-text" : "text-dim"} pointer-coarse:h-11`}
    >
      <button
        type="button"
        onClick={onOpen}
        aria-label={label}
        title={label}
        className="absolute inset-0 rounded-control"
      />
      <span aria-hidden="true" className="pointer-events-none flex items-center gap-2 px-2.5">
        <span className="hidden h-1.5 w-14 overflow-hidden rounded-full bg-free inset-ring inset-ring-line @min-[740px]:block">
          <span
            className={`block h-full ${fill.full ? "bg-warn-mark" : "bg-hot"}`}
            style={{ width: `${Math.min(1, fill.share) * 100}%` }}
          />
        </span>
        <span className="hidden @min-[620px]:inline">{t("inspector.lens")}</span>
        <ContextFigures {...from} />
      </span>
    </div>
  );
}
