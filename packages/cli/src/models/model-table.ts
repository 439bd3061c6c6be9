import type { ModelOnDisk } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";
import { bytesText } from "./bytes-text.ts";
import { shownName } from "./model-called.ts";

/** One line per model: its name, size, kind, and its memory with the default window. */
export function modelTable(models: readonly ModelOnDisk[], loaded: readonly string[], say: Say): string[] {
  const rows = models.map((model) =>
    [
      loaded.includes(model.id) ? "*" : " ",
      shownName(model),
      bytesText(model.bytes),
      [model.architecture, model.quantisation, model.projector && "vision"].filter(Boolean).join(" "),
      model.damaged === undefined ? needOf(model) : say("models.damaged", { reason: model.damaged }),
    ].map(oneLine),
  );
  return alignColumns(rows);
}

function needOf({ memory }: ModelOnDisk): string {
  if (!memory) return "";
  return `~${bytesText(memory.weights + memory.cache)} @ ${Math.round(memory.window / 1024)}k`;
}
