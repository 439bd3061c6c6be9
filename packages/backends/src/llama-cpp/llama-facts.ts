import type { Endpoint } from "@kestrel/core";
import { Sampling } from "@kestrel/protocol";
import type { Capabilities, ModelFacts } from "@kestrel/protocol/api";
import { z } from "zod";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLabel } from "../model-label.ts";
import { modelLimits, windowInUse } from "../model-limits.ts";
import { modelsIn, readModelList } from "../openai/model-list.ts";
import { countTokens } from "./count-tokens.ts";

const flag = z.boolean().optional().catch(undefined);
const words = z.string().optional().catch(undefined);
const positive = z.int().positive().optional().catch(undefined);

/** The part of llama-server's `/props` that Kestrel reads. All of it may be missing in another build. */
const LlamaProps = z.looseObject({
  default_generation_settings: z
    .looseObject({ n_ctx: positive, params: z.record(z.string(), z.unknown()).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  total_slots: positive,
  model_alias: words,
  model_path: words,
  modalities: z.looseObject({ vision: flag }).optional().catch(undefined),
  endpoint_slots: flag,
  chat_template: words,
  chat_template_caps: z
    .looseObject({ supports_tools: flag, supports_preserve_reasoning: flag, supports_reasoning_effort: flag })
    .optional()
    .catch(undefined),
  build_info: words,
  /** Drawn anew by every process. */
  media_marker: words,
  role: words,
});
type LlamaProps = z.infer<typeof LlamaProps>;

/**
 * The facts about a llama-server's loaded model. `countedIn`: the instance that is known to count tokens, "" for one without a
 * name; it is not probed again. `said`: an answer from a moment ago, reused. Throws KestrelError when the server refuses,
 * ConnectionFailure when it is unreachable.
 */
export async function readLlamaFacts(
  address: ServerAddress,
  endpoint: Endpoint,
  countedIn?: string,
  said?: { props: unknown; models: unknown },
): Promise<ModelFacts> {
  const counts = async () =>
    (await countTokens(address, smallest, { model: endpoint.model }, loadNothing)) !== undefined;
  const [answer, listed, counted] = await Promise.all([
    said?.props === undefined
      ? askJson(address, `${address.root}/props`)
      : { status: 200, json: said.props, text: "" },
    said?.models === undefined ? readModelList(address) : modelsIn(said.models),
    countedIn === undefined ? counts() : true,
  ]);
  if (answer.status !== 200) throw refusal(address, answer);
  const told = LlamaProps.safeParse(answer.json).data ?? {};
  const isRouter = told.role === "router";
  const chosen = listed.find(({ id }) => id === endpoint.model) ?? (isRouter ? undefined : listed[0]);
  // A model that is not loaded has no properties yet.
  const isThere = !isRouter || chosen?.loaded === true;
  const props = isRouter && isThere ? await propsInRouter(address, endpoint.model ?? "") : told;
  const loaded = isThere ? (props.default_generation_settings?.n_ctx ?? chosen?.window) : undefined;
  const window = windowInUse(endpoint, loaded);
  const own = isRouter ? undefined : props.model_alias || props.model_path;
  const name = own || endpoint.model || chosen?.id || "llama.cpp";
  const instance = props.media_marker?.replace(/^<__media_|__>$/g, "");
  return {
    label: endpoint.label ?? modelLabel(name),
    server: ["llama.cpp", props.build_info].filter(Boolean).join(" "),
    window,
    trainedWindow: chosen?.trained,
    slots: props.total_slots,
    instance,
    sampling: samplingIn(props),
    limits: modelLimits(endpoint, window),
    capabilities: {
      tools: props.chat_template_caps?.supports_tools === false ? "text" : "native",
      vision: props.modalities?.vision ?? endpoint.vision ?? false,
      toolImages: props.modalities?.vision ?? endpoint.vision ?? false,
      reasoning: reasons(props),
      progress: "real",
      countsTokens: countedIn === undefined || countedIn === (instance ?? "") ? counted : await counts(),
      slots: props.endpoint_slots ?? false,
      thinking: thinkingOf(props),
      answerSchema: true,
      // Its templates that think refuse a begun reply.
      begunReply: !reasons(props),
      resume: false,
      unload: isRouter,
    },
  };
}

const smallest = { messages: [{ role: "user" as const, content: "?" }], tools: [] };

/** A router would otherwise load a model to answer for it (its README, "Routing requests"). Others do not read it. */
const loadNothing = "autoload=false";

/** Of one model of several. */
async function propsInRouter(address: ServerAddress, model: string): Promise<LlamaProps> {
  const query = `model=${encodeURIComponent(model)}&${loadNothing}`;
  const answer = await askJson(address, `${address.root}/props?${query}`);
  return LlamaProps.safeParse(answer.json).data ?? {};
}

/** The sampling of a request that sets none. */
function samplingIn({ default_generation_settings: settings }: LlamaProps): ModelFacts["sampling"] {
  const { temperature, top_p, top_k, min_p, repeat_penalty } = settings?.params ?? {};
  const rounded = Object.entries({ temperature, top_p, top_k, min_p, repeat_penalty }).map(
    // Single precision: 0.8 is reported as 0.800000011920929.
    ([name, value]) => [name, typeof value === "number" ? Number(value.toPrecision(6)) : undefined],
  );
  const told = Sampling.safeParse(Object.fromEntries(rounded)).data;
  return told && Object.values(told).some((value) => value !== undefined) ? told : undefined;
}

/** Whether the template supports thinking; whether the model then thinks shows in its replies. */
function reasons({ chat_template: template = "", chat_template_caps: caps }: LlamaProps): boolean {
  const supported = caps?.supports_preserve_reasoning || caps?.supports_reasoning_effort;
  return supported || /reasoning_content|<think|enable_thinking|<\|channel/.test(template);
}

/** How thinking can be limited, by the template and, for every template that thinks, by the server. */
function thinkingOf(props: LlamaProps): Capabilities["thinking"] {
  if (!reasons(props)) return undefined;
  const { chat_template: template = "", chat_template_caps: caps } = props;
  const ways: NonNullable<Capabilities["thinking"]> = template.includes("enable_thinking")
    ? ["off", "on"]
    : [];
  if (caps?.supports_reasoning_effort || template.includes("reasoning_effort"))
    ways.push("low", "medium", "high");
  return [...ways, "budget"];
}
