import type { Sampling } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import { Facts } from "./facts.tsx";

/** The known facts about the engine and its model. Unknown facts are left out. */
export function EngineFacts({ engine }: { engine: EngineStatus }) {
  const { t, numbers } = useWords();
  const { model, source, pid, memory, speed } = engine;
  const capabilities = model?.capabilities;
  const { weights = 0, cache = 0, compute = 0 } = memory ?? {};
  const taken = t("engine.memory.taken", {
    sum: numbers.bytes(weights + cache + compute),
    weights: numbers.bytes(weights),
    cache: numbers.bytes(cache),
    compute: numbers.bytes(compute),
  });
  return (
    <Facts
      facts={[
        [t("engine.model"), model?.label ?? engine.label],
        [t("engine.server"), model?.server],
        [t("engine.window"), model?.window ? t("engine.tokens", { count: model.window }) : undefined],
        [t("engine.memory"), memory && taken],
        [t("engine.slots"), model?.slots?.toString()],
        [t("engine.sampling"), model?.sampling && drawnBy(model.sampling)],
        [t("profile.speed"), speed && speedText(speed, { t, numbers })],
        [t("engine.source"), source && t(`engine.source.${source}`)],
        [t("engine.process"), pid?.toString()],
        [t("engine.reasoning"), capabilities && t(capabilities.reasoning ? "engine.yes" : "engine.no")],
        [t("engine.progress"), capabilities && t(`engine.progress.${capabilities.progress}`)],
      ]}
    />
  );
}

/** Prefill and generation speed of the last reply; unmeasured values are left out. */
function speedText(
  { prompt, generated }: NonNullable<EngineStatus["speed"]>,
  { t, numbers }: Pick<ReturnType<typeof useWords>, "t" | "numbers">,
): string | undefined {
  const said = [
    prompt !== undefined && t("engine.speed.reads", { speed: numbers.speed(prompt) }),
    generated !== undefined && t("engine.speed.writes", { speed: numbers.speed(generated) }),
  ].filter((part) => part !== false);
  return said.length > 0 ? said.join(", ") : undefined;
}

/** The parameter names used in the configuration. */
function drawnBy(sampling: Sampling): string {
  return Object.entries(sampling)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
