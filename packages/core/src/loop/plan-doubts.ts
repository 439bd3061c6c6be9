import type { LoopPlan, PlanDoubt } from "@kestrel/protocol/loop";
import { matchesPath } from "@kestrel/text";

/** Whether a path is a code file: other dotted names in a check may be a host or a property. */
const isCode = (path: string) =>
  path.includes("/") || /\.(?:[cm]?[jt]sx?|py|go|rs|sh|rb|php|java|kt|c|cc|cpp|cs|lua|pl|bats)$/.test(path);

/**
 * Warnings before a plan is approved: an item that names a file which must stay unchanged cannot be done, and a missing check file would be
 * written by the model. Judged by names alone; refuses nothing.
 */
export function planDoubts(
  { items, bring, setup }: LoopPlan,
  exists: (path: string) => boolean,
): PlanDoubt[] {
  const isMade = (path: string) =>
    setup !== undefined || bring.some((one) => path === one || path.startsWith(`${one}/`));
  return items.flatMap(({ text, check, keep, named }, item) => {
    const words = text
      .split(/[\s`'"()[\]{},;:：，。；（）“”]+/)
      .map((word) => word.replace(/^\.\/|[.!?]+$/g, ""))
      .filter((word) => /\w\.\w+$/.test(word));
    const isMeant = (path: string) => words.some((word) => path === word || path.endsWith(`/${word}`));
    const kept = [
      ...named.filter(isMeant),
      ...words.filter((word) => keep.some((glob) => matchesPath(glob, word))),
    ].filter(exists);
    const unwritten = named.filter(
      (path) =>
        check.includes(path) &&
        isCode(path) &&
        !(path.startsWith("/") || isMeant(path) || isMade(path) || exists(path)),
    );
    return [
      ...[...new Set(kept)].map((path) => ({ item, path, why: "kept" as const })),
      ...unwritten.map((path) => ({ item, path, why: "unwritten" as const })),
    ];
  });
}
