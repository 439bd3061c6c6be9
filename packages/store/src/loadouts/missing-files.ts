import { stat } from "node:fs/promises";
import { absent } from "@kestrel/diagnostics";
import type { FrozenLoadout, LoadoutProblem } from "@kestrel/protocol/api";

/**
 * The model files that a loadout names, for itself, its adapter and its other models, and that are missing on this machine. Checks only
 * that they exist.
 */
export async function missingFiles({
  model,
  adapter,
  crew,
}: Pick<FrozenLoadout, "model" | "adapter" | "crew">): Promise<LoadoutProblem[]> {
  const named = [
    ["model.path", model?.path] as const,
    ...adapter.map(({ path }) => ["adapter.lora", path] as const),
    ...crew.map((seat) => [`crew.${seat.role}.path`, seat.model.path] as const),
  ];
  const looked = await Promise.all(
    named.map(async ([key, name]) =>
      typeof name !== "string" || (await isFile(name)) ? [] : [{ key, name }],
    ),
  );
  return looked.flat();
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(absent);
  return found?.isFile() ?? false;
}
