import type { KnownModel, MachineForModels, ModelDownload } from "@kestrel/protocol/downloads";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";
import { bytesText } from "./bytes-text.ts";

/** A download's progress: `2.9 GiB of 4.7 GiB · 62% · 17 MiB/s · ~2 min`. */
export function downloadLine({ state, received, total, speed }: ModelDownload, say: Say): string {
  if (state === "done") return bytesText(received);
  const left = total !== undefined && speed ? (total - received) / speed : undefined;
  return [
    total === undefined
      ? bytesText(received)
      : say("models.progress", { received: bytesText(received), total: bytesText(total) }),
    ...(total ? [`${Math.floor((received / total) * 100)}%`] : []),
    ...(state === "running" && speed !== undefined ? [`${bytesText(speed)}/s`] : []),
    ...(state === "running" && left !== undefined ? [`~${timeText(left)}`] : []),
    ...(state === "running" ? [] : [say(`models.download.${state}`)]),
  ].join(" · ");
}

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

/** Unfinished downloads, one per line. */
export function downloadLines(downloads: readonly ModelDownload[], say: Say): string[] {
  return downloads
    .filter(({ state }) => state !== "done")
    .flatMap((one) => [
      `${oneLine(one.name)}: ${downloadLine(one, say)}`,
      ...(one.failure ? [`  ${say(`error.${one.failure.code}`, one.failure.params)}`] : []),
      ...(one.state === "paused" || one.state === "failed"
        ? [`  ${say("models.goOn", { source: oneLine(one.source) })}`]
        : []),
    ]);
}

/** This machine's memory, and the models of the table that fit, best first. */
export function knownLines(machine: MachineForModels, models: readonly KnownModel[], say: Say): string[] {
  const fitting = models.filter(({ fit, here }) => fit !== "too-large" && here === undefined);
  if (fitting.length === 0) return [];
  const rows = fitting.map(({ name, bytes, exact, need, speed, licence, goodFor, fit }) => [
    ` ${name}`,
    `${exact ? "" : "~"}${bytesText(bytes)}`,
    say(`models.goodFor.${goodFor}`),
    say("models.needs", { bytes: bytesText(need) }),
    `~${speed >= 10 ? Math.round(speed) : speed.toFixed(1)} tok/s`,
    licence,
    say(`models.fit.${fit}`),
  ]);
  const { memory, available, cores, video } = machine;
  const facts = { memory: bytesText(memory), free: bytesText(available), cores };
  const head = say("models.machine", { ...facts, video: video?.name ?? say("models.noVideo") });
  return ["", head, ...alignColumns(rows), say("models.getOne", { name: fitting[0]?.name ?? "" })];
}
