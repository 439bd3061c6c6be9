import type { Sampling } from "@kestrel/protocol";

type Values = { readonly [Name in keyof Sampling as `model.${Name}`]?: Sampling[Name] };

/** How words are drawn as far as the settings say; what they do not say is the profile's, and then the server's. */
export function samplingOf(values: Values): Sampling {
  const drawn: Sampling = {
    temperature: values["model.temperature"],
    top_p: values["model.top_p"],
    top_k: values["model.top_k"],
    min_p: values["model.min_p"],
    repeat_penalty: values["model.repeat_penalty"],
    seed: values["model.seed"],
    max_tokens: values["model.max_tokens"],
  };
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}
