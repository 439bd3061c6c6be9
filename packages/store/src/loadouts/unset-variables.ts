import type { FrozenLoadout, LoadoutProblem } from "@kestrel/protocol/api";

/** The variables from which a loadout takes keys, for its model and its other models, and that are unset or empty. */
export function unsetVariables(
  { model, crew }: Pick<FrozenLoadout, "model" | "crew">,
  environment: Readonly<Record<string, string | undefined>>,
): LoadoutProblem[] {
  const named = [
    ["model.api_key_env", model?.api_key_env] as const,
    ...crew.map((seat) => [`crew.${seat.role}.api_key_env`, seat.model.api_key_env] as const),
  ];
  return named.flatMap(([key, name]) =>
    typeof name === "string" && !environment[name] ? [{ key, name }] : [],
  );
}
