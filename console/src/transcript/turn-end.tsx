import type { EndEntry, SessionState, TurnCost } from "@kestrel/session-state";
import { memo, type ReactNode } from "react";
import { useWords } from "../i18n/language.tsx";
import { useSessionActions } from "../session/session-actions.tsx";
import { Button } from "../ui/button.tsx";
import { FailureText } from "../ui/failure-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { TurnSources } from "./turn-sources.tsx";

const ModelChanged = lazyPart(() =>
  import("./model-changed.tsx").then(({ ModelChanged: changed }) => changed),
);

const UsedMemories = lazyPart(() =>
  import("../memory/used-memories.tsx").then(({ UsedMemories: used }) => used),
);

const AskedToRemember = lazyPart(() =>
  import("../memory/asked-to-remember.tsx").then(({ AskedToRemember: asked }) => asked),
);

type TurnEndProps = {
  entry: EndEntry;
  /** Facts from memory it was given. */
  memories: readonly string[];
  /** Web pages it read or found: titles by address. */
  sources: ReadonlyMap<string, string>;
  /** What its message asks Kestrel to remember. */
  asked?: string | undefined;
  cost: TurnCost;
  /** It is the newest turn, and was truncated. */
  cut: boolean;
  /** No message follows it. */
  newest: boolean;
  /** The session's model. */
  held?: SessionState["model"];
};

/** How a turn ended, with its cost and, after a failure, the next steps. */
export const TurnEnd = memo(function TurnEnd({
  entry,
  memories,
  sources,
  asked,
  cost,
  cut,
  newest,
  held,
}: TurnEndProps) {
  const { t } = useWords();
  return (
    <div className="stack gap-3">
      <CostLine cost={cost} />
      {sources.size > 0 && <TurnSources sources={sources} />}
      {memories.length > 0 && <UsedMemories ids={memories} />}
      {asked !== undefined && <AskedToRemember content={asked} />}
      {entry.reason === "context_full" ? (
        <WindowFull entry={entry} />
      ) : entry.reason === "failed" ? (
        <Failed entry={entry} newest={newest} held={held} />
      ) : (
        entry.reason !== "done" && (
          <Notice>
            <p>
              {t(`end.${entry.reason}`)}
              {entry.unfinished && ` ${t(`unfinished.${entry.unfinished.fact}`, entry.unfinished)}`}
            </p>
          </Notice>
        )
      )}
      {cut && !newest && <GoOn />}
    </div>
  );
});

/** Continues a truncated reply, or retries it. */
function GoOn() {
  const { t } = useWords();
  const history = useSessionActions()?.history;
  if (!history) return null;
  // The line above the input shows a refusal.
  const refused = () => undefined;
  return (
    <div className="flex flex-wrap gap-2 in-data-busy:hidden">
      <Button icon="play" onClick={() => void history.continueAnswer().catch(refused)}>
        {t("history.continue")}
      </Button>
      <Button icon="again" onClick={() => void history.regenerate().catch(refused)}>
        {t("history.regenerate")}
      </Button>
    </div>
  );
}

/** A turn's cost in one line that opens to its numbers and to what was re-processed. */
function CostLine({ cost }: { cost: TurnCost }) {
  const { t, numbers } = useWords();
  const { prompt, cached, generated, estimated, speed, missed } = cost;
  const share = prompt === undefined || cached === undefined ? undefined : prompt === 0 ? 0 : cached / prompt;
  const written = generated === undefined ? undefined : numbers.marked(generated, estimated);
  const facts = [
    numbers.duration(cost.ms),
    written !== undefined && t("turn.tokens", { written }),
    share !== undefined && t("turn.reused", { share: numbers.share(share) }),
  ];
  return (
    <details className="group/facts tabular text-fine text-faint">
      <summary className="ml-auto flex min-h-8 w-fit items-center gap-1.5 rounded-control px-2 -mr-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11">
        <span>{facts.filter(Boolean).join(" · ")}</span>
        <Icon
          name="chevron"
          size={12}
          className="transition-transform duration-[120ms] ease-out group-open/facts:rotate-90"
        />
      </summary>
      <div className="mt-1 rounded-card bg-card px-4 py-3.5 inset-ring inset-ring-soft">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          <Fact name={t("turn.time")}>{numbers.duration(cost.ms)}</Fact>
          {prompt !== undefined && (
            <Fact name={t("turn.read")}>
              {cached === undefined
                ? numbers.count(prompt)
                : t("cache.reused", { cached, prompt, share: numbers.share(share ?? 0) })}
            </Fact>
          )}
          {written !== undefined && <Fact name={t("turn.written")}>{written}</Fact>}
          {speed !== undefined && (
            <Fact name={t("turn.pace")}>{t("turn.speed", { speed: numbers.speed(speed) })}</Fact>
          )}
        </dl>
        {missed && <MissLine miss={missed} />}
      </div>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="text-ui font-medium text-text">{children}</dd>
    </div>
  );
}

/** What was re-processed, and why. */
function MissLine({ miss: { count, reason, message } }: { miss: NonNullable<TurnCost["missed"]> }) {
  const { t } = useWords();
  const because = reason && t(`cache.reason.${reason}`);
  const first = message && {
    index: message.index + 1,
    role: t(`cache.role.${message.role}`),
    words: message.words,
  };
  return (
    <p className="mt-3 border-t border-soft pt-2.5 text-dim [overflow-wrap:anywhere]">
      {t("cache.missed", { count, because, ...first })}
    </p>
  );
}

function Failed({ entry, newest, held }: Pick<TurnEndProps, "entry" | "newest" | "held">) {
  const { t } = useWords();
  const actions = useSessionActions();
  const code = entry.failure?.code ?? "";
  const aboutEngine = code.startsWith("engine_") || (code !== "model_changed" && /^(no_)?model_?/.test(code));
  return (
    <Notice tone="danger">
      {entry.failure ? <FailureText failure={entry.failure} /> : <p>{t("turn.failed")}</p>}
      {aboutEngine && actions && (
        <a className="mt-2 inline-block text-info underline underline-offset-2" href={actions.engineAddress}>
          {t("engine.title")}
        </a>
      )}
      {newest && entry.failure?.code === "model_changed" && (
        <ModelChanged failure={entry.failure} held={held} />
      )}
      {entry.shortened && <p className="mt-1">{t("turn.shortened")}</p>}
      {entry.failure?.code === "context_overflow" && <ContinueElsewhere />}
    </Notice>
  );
}

function WindowFull({ entry }: { entry: EndEntry }) {
  const { t } = useWords();
  const { arithmetic } = entry;
  return (
    <Notice tone="warn">
      <p className="font-semibold">{t("turn.full.title")}</p>
      {arithmetic && (
        <p className="tabular mt-1">
          {t("turn.full.text", {
            needed: arithmetic.needed,
            reserve: arithmetic.reserve,
            sum: arithmetic.needed + arithmetic.reserve,
            window: arithmetic.window,
          })}{" "}
          {arithmetic.folded > 0 && t("turn.full.folded", { folded: arithmetic.folded })}
        </p>
      )}
      {entry.shortened && <p className="mt-1">{t("turn.shortened")}</p>}
      <ContinueElsewhere />
      <p className="mt-2 text-ui text-dim">{t("turn.full.hint")}</p>
    </Notice>
  );
}

function ContinueElsewhere() {
  const { t } = useWords();
  const actions = useSessionActions();
  if (!actions) return null;
  return (
    <Button look="primary" className="mt-3" onClick={actions.continueElsewhere}>
      {t("turn.full.new")}
    </Button>
  );
}
