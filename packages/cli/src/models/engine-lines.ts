import { shownEngineState } from "@kestrel/i18n";
import type { ListedEngine } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import { bytesText } from "./bytes-text.ts";

type Found = { engines: readonly ListedEngine[]; available?: number };

/** Running and available engines: each with its purpose, memory, slots and speed. */
export function engineLines({ engines, available }: Found, say: Say): string[] {
  const lines = engines.flatMap((one) => linesOf(one, engines.length > 1, say));
  const several = engines.length > 1 && available !== undefined;
  return several ? [...lines, say("models.free", { bytes: bytesText(available) })] : lines;
}

function linesOf(
  { id, roles, from, status, waits, need }: ListedEngine,
  several: boolean,
  say: Say,
): string[] {
  const { memory, model, speed, unloadsAt, failure } = status;
  const label = oneLine(status.label ?? say("models.idle"));
  const state = waits ? say("models.waits") : say(`engine.state.${shownEngineState(status)}`);
  const named = roles.map((role) => say(`crew.role.${role}`));
  const as = id === "lead" ? say("crew.role.lead") : from ? say("models.beside") : named.join(", ");
  const slots = model?.slots;
  return [
    several ? say("models.psFor", { label, roles: as, state }) : say("models.ps", { label, state }),
    ...(model?.traits?.notice ? [say(`models.${model.traits.notice}`, { label: oneLine(model.label) })] : []),
    ...(memory
      ? [say("models.taken", { ...takenBy(memory), window: say("models.theWindow") })]
      : need === undefined || need === 0
        ? []
        : [say("models.reckoned", { bytes: bytesText(need) })]),
    ...(several && slots !== undefined ? [say("models.slots", { count: slots })] : []),
    ...(speed?.prompt === undefined ? [] : [say("models.reads", { tokens: Math.round(speed.prompt) })]),
    ...(speed?.generated === undefined
      ? []
      : [say("models.writes", { tokens: Math.round(speed.generated) })]),
    ...(status.elsewhere && several ? [`  ${say("crew.elsewhere", { url: status.elsewhere })}`] : []),
    ...(failure ? [`  ${say(`error.${failure.code}`, failure.params)}`] : []),
    ...(unloadsAt ? [say("models.unloadsAt", { time: new Date(unloadsAt).toLocaleTimeString() })] : []),
  ];
}

const takenBy = ({ weights, cache, compute }: NonNullable<ListedEngine["status"]["memory"]>) => ({
  weights: bytesText(weights),
  cache: bytesText(cache),
  compute: bytesText(compute),
});
