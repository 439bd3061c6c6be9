import { shownEngineState } from "@kestrel/i18n";
import type { OpBody, Sampling } from "@kestrel/protocol";
import type { EngineStatus, ModelOrigin } from "@kestrel/protocol/api";
import { type ToggleEvent, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { OwnModelLink } from "../../ui/own-model-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const SamplingFields = lazyPart(() =>
  import("./sampling-fields.tsx").then(({ SamplingFields: fields }) => fields),
);

const ModelPicker = lazyPart(() =>
  import("../../models/model-picker.tsx").then(({ ModelPicker: picker }) => picker),
);

/** There is one on a page; `/model` opens it. */
export const modelMenuId = "model-menu";

type ModelMenuProps = {
  engine?: EngineStatus;
  workspace: string;
  engineAddress: string;
  ownModelAddress: string;
  sampling?: Sampling;
  send: (op: OpBody) => Promise<void>;
  /** The session has a model by now: another one that is chosen is accepted for it. */
  held?: boolean;
};

/** Which model answers and where the session works; opened, what is limited about it and what helps. */
export function ModelMenu(props: ModelMenuProps) {
  const { engine, workspace, engineAddress, ownModelAddress, sampling, send, held } = props;
  const { t } = useWords();
  const model = engine?.model;
  const button = useRef<HTMLButtonElement>(null);
  const label = model?.label ?? engine?.label ?? t("model.none");
  const limits = model?.limits ?? [];
  const notice = model?.traits?.notice;
  const isDown = engine !== undefined && shownEngineState(engine) === "down";
  const [isOpen, setOpen] = useState(false);
  const accept = async (from: ModelOrigin) => {
    if (held) await send({ type: "accept-model", from });
  };
  const place = (event: ToggleEvent<HTMLElement>) => {
    const { bottom = 0, right = 0 } = button.current?.getBoundingClientRect() ?? {};
    const room = document.documentElement.clientWidth;
    event.currentTarget.style.top = `${bottom + 6}px`;
    event.currentTarget.style.right = `${Math.max(8, Math.min(room - right, room - 328))}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={modelMenuId}
        className="flex h-8 min-w-8 flex-none items-center justify-center gap-2 rounded-control px-1.5 text-12 text-dim hover:bg-raised hover:text-text"
      >
        <span className="sr-only">{t("model.menu")}</span>
        <span className="sr-only max-w-56 truncate @min-[560px]:not-sr-only @min-[560px]:truncate">
          <VisibleText text={label} />
        </span>
        <Icon name="engine" className={`@min-[560px]:hidden ${limits.length > 0 ? "text-warn" : ""}`} />
        {limits.length > 0 && (
          <Icon name="warn" className="hidden text-warn @min-[560px]:block @min-[720px]:hidden" />
        )}
        {isDown && <Chip tone="danger">{t("engine.state.down")}</Chip>}
        <span className="hidden gap-1 @min-[720px]:flex">
          {limits.length > 0 && <Chip tone="warn">{t("model.limited")}</Chip>}
          {notice && <Chip>{t(`engine.notice.${notice}`)}</Chip>}
        </span>
      </button>
      <div
        id={modelMenuId}
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }: ToggleEvent<HTMLElement>) => setOpen(newState === "open")}
        className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-paper p-4 text-13 text-text shadow-float max-h-[80dvh] overflow-y-auto"
      >
        <p className="text-14 font-medium [overflow-wrap:anywhere]">
          <VisibleText text={label} />
        </p>
        <p className="tabular text-dim">
          <VisibleText
            text={[model?.server, model?.window && t("engine.tokens", { count: model.window })]
              .filter(Boolean)
              .join(" · ")}
          />
        </p>
        <p className="mt-2 font-mono text-12 text-faint [overflow-wrap:anywhere]">
          <VisibleText text={workspace} />
        </p>
        {engine?.failure && (
          <div className="mt-3 text-danger">
            <FailureText failure={engine.failure} />
          </div>
        )}
        {limits.map((limit) => (
          <p key={limit} className="mt-3 flex gap-2">
            <Icon name="warn" className="mt-0.5 text-warn" />
            <span>{t(`limit.${limit}`)}</span>
          </p>
        ))}
        {notice && (
          <div className="mt-3">
            <p>{t(`engine.notice.${notice}.text`, { label })}</p>
            <OwnModelLink address={ownModelAddress} />
          </div>
        )}
        <h2 className="mt-4 mb-1 text-12 font-semibold text-faint">{t("pick.title")}</h2>
        {isOpen && <ModelPicker engine={engine} onChosen={accept} />}
        <SamplingFields sampling={sampling} usual={model?.sampling} send={send} />
        <a href={engineAddress} className="mt-3 inline-block text-info underline underline-offset-2">
          {t("engine.title")}
        </a>
      </div>
    </>
  );
}
