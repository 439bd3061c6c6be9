import type { EngineStatus } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";

/** What is known about the engine and its model. Unknown facts are left out. */
export function EngineFacts({ engine }: { engine: EngineStatus }) {
  const { t } = useWords();
  const { model, source, pid } = engine;
  const capabilities = model?.capabilities;
  const facts: [string, string | undefined][] = [
    [t("engine.model"), model?.label ?? engine.label],
    [t("engine.server"), model?.server],
    [t("engine.window"), model?.window ? t("engine.tokens", { count: model.window }) : undefined],
    [t("engine.slots"), model?.slots?.toString()],
    [t("engine.source"), source && t(`engine.source.${source}`)],
    [t("engine.process"), pid?.toString()],
    [t("engine.tools"), capabilities && t(`engine.tools.${capabilities.tools}`)],
    [t("engine.reasoning"), capabilities && t(capabilities.reasoning ? "engine.yes" : "engine.no")],
    [t("engine.progress"), capabilities && t(`engine.progress.${capabilities.progress}`)],
  ];
  const known = facts.filter(([, value]) => value !== undefined && value !== "");
  if (known.length === 0) return null;
  return (
    <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-8 gap-y-1.5">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="tabular min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
