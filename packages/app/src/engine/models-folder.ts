import { join } from "node:path";
import type { Config, DataPaths } from "@kestrel/store";

/** Where downloaded models go. */
export function modelsFolder({ values }: Pick<Config, "values">, { data }: Pick<DataPaths, "data">): string {
  return values["models.folder"] ?? join(data, "models");
}
