import { shownEngineState } from "@kestrel/i18n";
import type { OpBody, Sampling } from "@kestrel/protocol";
import type { EngineStatus, ModelOrigin } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { type ReactNode, type ToggleEvent, useId, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { OwnModelLink } from "../../ui/own-model-link.tsx";
import { placeBeside } from "../../ui/place-beside.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const SamplingFields = lazyPart(() =>
  import("./sampling-fields.tsx").then(({ SamplingFields: fields }) => fields),
);

const SystemText = lazyPart(() => import("./system-text.tsx").then(({ SystemText: text }) => text));

const ModelPicker = lazyPart(() =>
  import("../../models/model-picker.tsx").then(({ ModelPicker: picker }) => picker),
);

type ModelMenuProps = {
  engine?: EngineStatus;
  workspace: string;
  engineAddress: string;
  ownModelAddress: string;
  sampling?: Sampling;
  systemText?: string | undefined;
  /** Absent once the session has begun. */
  onSystemText?: (text: string) => void;
  send: (op: OpBody) => Promise<void>;
  /** In a narrow header the button also shows how full the window is, and its menu leads to the context view. */
  context?: { figures: ReactNode; onOpen: () => void };
  /** The session already has a model: choosing another one also accepts it for the session. */
  held?: boolean;
  session: Pick<SessionState, "accepted" | "model">;
};

/** In a narrow header: a line below the title. The whole of both is its target. */
const narrow =
  "@max-[520px]:h-5! @max-[520px]:max-w-full @max-[520px]:justify-start @max-[520px]:gap-1.5 @max-[520px]:bg-transparent @max-[520px]:p-0 @max-[520px]:text-fine @max-[520px]:font-normal @max-[520px]:text-dim @max-[520px]:inset-ring-0 @max-[520px]:before:absolute @max-[520px]:before:inset-x-0 @max-[520px]:before:-inset-y-0.5";

/** The current model and the workspace; when opened, the model's limits and remedies. */
export function ModelMenu(props: ModelMenuProps) {
  const { engine, workspace, engineAddress, ownModelAddress, sampling, send, held, session } = props;
  const { systemText = "", onSystemText, context } = props;
  const { t } = useWords();
  const model = engine?.model;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const label =
    model?.label ?? engine?.label ?? (engine?.state === "starting" ? t("phase.loading") : t("model.none"));
  const limits = model?.limits ?? [];
  const notice = model?.traits?.notice;
  const isDown = engine !== undefined && shownEngineState(engine) === "down";
  const [isOpen, setOpen] = useState(false);
  const accept = async (from: ModelOrigin, isBeside: boolean) => {
    if (held || isBeside || session.accepted) await send({ type: "accept-model", from });
  };
  const place = (event: ToggleEvent<HTMLElement>) => {
    if (button.current) placeBeside(event.currentTarget, button.current);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className={`flex min-w-0 flex-[0_1_auto] items-center gap-2 rounded-control ${context ? narrow : ""} @min-[720px]:flex-none h-8 justify-center bg-card pr-2.5 pl-3 text-ui font-medium inset-ring inset-ring-line hover:bg-sunken pointer-coarse:h-11`}
      >
        <span className="sr-only">{t("model.menu")}</span>
        <span className={`max-w-52 min-w-12 truncate ${context ? "" : "@max-[520px]:max-w-30"}`}>
          <VisibleText text={label} />
        </span>
        {limits.length > 0 && <Icon name="warn" className="text-warn @min-[720px]:hidden" />}
        {isDown && <Chip tone="danger">{t("engine.state.down")}</Chip>}
        <span className="hidden gap-1 @min-[720px]:flex">
          {limits.length > 0 && <Chip tone="warn">{t("model.limited")}</Chip>}
          {notice && <Chip>{t(`engine.notice.${notice}`)}</Chip>}
        </span>
        {context && (
          <span className="flex-none whitespace-nowrap @min-[521px]:hidden">· {context.figures}</span>
        )}
        <Icon name="down" size={12} className="text-faint" />
      </button>
      <div
        id={id}
        data-model-menu=""
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }: ToggleEvent<HTMLElement>) => setOpen(newState === "open")}
        className="fixed inset-auto m-0 w-[420px] max-w-[calc(100vw-1rem)] max-sm:inset-x-2! max-sm:w-auto overflow-y-auto rounded-[14px] border border-line bg-card p-4 text-ui text-text shadow-3"
      >
        <p className="text-ui font-medium [overflow-wrap:anywhere]">
          <VisibleText text={label} />
        </p>
        <p className="tabular text-dim">
          <VisibleText
            text={[model?.server, model?.window && t("engine.tokens", { count: model.window })]
              .filter(Boolean)
              .join(" · ")}
          />
        </p>
        <p className="mt-2 font-mono text-fine text-faint [overflow-wrap:anywhere]">
          <VisibleText text={workspace} />
        </p>
        {context && (
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={context.onOpen}
            className="mt-3 text-info underline underline-offset-2 @min-[521px]:hidden pointer-coarse:min-h-11"
          >
            {t("inspector.lens")} {context.figures}
          </button>
        )}
        {engine?.failure && (
          <div className="mt-3 text-danger">
            <FailureText failure={engine.failure} />
          </div>
        )}
        {limits.map((limit) => (
          <p key={limit} className="mt-3 flex gap-2">
            <Icon name="warn" className="mt-0.5 text-warn" />
            <span>
              <CodeWords text={t(`limit.${limit}`)} />
            </span>
          </p>
        ))}
        {notice && (
          <div className="mt-3">
            <p>{t(`engine.notice.${notice}.text`, { label })}</p>
            <OwnModelLink address={ownModelAddress} />
          </div>
        )}
        <h2 className="mt-4 mb-1 text-fine font-semibold text-faint">{t("pick.title")}</h2>
        {isOpen && <ModelPicker session={session} onChosen={accept} />}
        <SamplingFields sampling={sampling} usual={model?.sampling} send={send} />
        <SystemText text={systemText} onChange={onSystemText} />
        <a href={engineAddress} className="mt-3 inline-block text-info underline underline-offset-2">
          {t("engine.title")}
        </a>
      </div>
    </>
  );
}
