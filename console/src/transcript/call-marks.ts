import type { ToolEntry } from "@kestrel/session-state";
import type { Translate } from "../i18n/catalogue.ts";

/** A call's unusual properties: a word for its card, and a sentence that explains it. */
export function marksOf(entry: ToolEntry, t: Translate): { word: string; why: string }[] {
  const { by, recovered, repairs, folded, cause } = entry;
  return [
    ...(by === undefined ? [] : [{ word: t("tool.by-kestrel"), why: t("tool.by-kestrel.why") }]),
    ...(recovered
      ? [{ word: t(`tool.recovered.${recovered}.word`), why: t(`tool.recovered.${recovered}`) }]
      : []),
    ...(repairs && repairs.length > 0
      ? [{ word: t("tool.repaired"), why: repairs.map((repair) => repairText(repair, t)).join(" ") }]
      : []),
    ...(folded ? [{ word: t("tool.folded"), why: t("tool.folded.why") }] : []),
    ...(cause
      ? [{ word: t("tool.reminded"), why: `${t("chat.note.reminder")}: ${t(`cause.${cause}`)}` }]
      : []),
  ];
}

function repairText(repair: string, t: Translate): string {
  switch (repair) {
    case "name":
      return t("tool.repaired.name");
    case "json":
      return t("tool.repaired.json");
    case "arguments":
      return t("tool.repaired.arguments");
    default:
      return t("tool.repaired.why", { repairs: repair });
  }
}
