import { KestrelError } from "@kestrel/core";
import type { ErrorParams } from "@kestrel/protocol";
import type { OfferedModel } from "./offered-model.ts";

const mostNamed = 12;

/**
 * Chooses the model at a server. A configured name is looked up, and accepted when the server lists nothing. Without a name, only a loaded
 * chat model that runs on that server is used: others must be named by the user. Throws `model_not_found` for a name that is not listed,
 * `model_not_chosen` when there are several, and `no_model` when there is none. The params `candidates` and `remote` list the models.
 */
export function chooseModel(
  offered: readonly OfferedModel[],
  wanted: string | undefined,
  where: ErrorParams,
): string | undefined {
  if (wanted !== undefined) {
    const found = offered.find((model) => goesBy(model, wanted));
    if (found || offered.length === 0) return found?.name ?? wanted;
    const params = { ...where, id: wanted, ...listed(offered) };
    throw new KestrelError("model_not_found", `the server lists no model ${wanted}`, params);
  }
  const usable = usableModel(offered);
  if (usable !== undefined || offered.length === 0) return usable;
  const code = offered.some(({ mute }) => !mute) ? "model_not_chosen" : "no_model";
  throw new KestrelError(code, "no model is loaded there that was not named", {
    ...where,
    ...listed(offered),
  });
}

/** The model that may be used without being named. */
export function usableModel(offered: readonly OfferedModel[]): string | undefined {
  const eligible = offered.filter(({ remote, mute }) => !remote && !mute);
  const loaded = eligible.find((model) => model.loaded === true);
  if (loaded) return loaded.name;
  const [only, ...others] = eligible.filter((model) => model.loaded === undefined);
  return others.length === 0 ? only?.name : undefined;
}

/** `name:latest` and `name` are equal in Ollama; a path also matches its file name. */
function goesBy({ name, aliases = [] }: OfferedModel, wanted: string): boolean {
  const names = [name, ...aliases];
  return names.some(
    (known) =>
      known === wanted ||
      known === `${wanted}:latest` ||
      (/[/\\].*\.gguf$/.test(known) && fileName(known) === wanted),
  );
}

const fileName = (path: string) => path.split(/[/\\]/).at(-1);

function listed(offered: readonly OfferedModel[]): ErrorParams {
  const speaking = offered.filter(({ mute }) => !mute);
  const here = named(speaking.filter(({ remote }) => !remote));
  const remote = named(speaking.filter((model) => model.remote));
  return { ...(here ? { candidates: here } : {}), ...(remote ? { remote } : {}) };
}

function named(models: readonly OfferedModel[]): string {
  const names = models.slice(0, mostNamed).map(({ name }) => name);
  return [...names, ...(models.length > mostNamed ? ["…"] : [])].join(", ");
}
