import type { Endpoint } from "@kestrel/core";
import type { Capabilities, ModelFacts } from "@kestrel/protocol";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLabel } from "../model-label.ts";
import { modelLimits } from "../model-limits.ts";
import { readModelList } from "../openai/model-list.ts";
import { countTokens } from "./count-tokens.ts";
import { LlamaProps } from "./llama-props.ts";

/** What a llama-server has loaded. Throws KestrelError when it refuses, ConnectionFailure when it is not there. */
export async function readLlamaFacts(address: ServerAddress, endpoint: Endpoint): Promise<ModelFacts> {
  const which = endpoint.model ? `?model=${encodeURIComponent(endpoint.model)}` : "";
  const smallest = { messages: [{ role: "user" as const, content: "?" }], tools: [] };
  const [answer, listed, counted] = await Promise.all([
    askJson(address, `${address.root}/props${which}`),
    readModelList(address),
    countTokens(address, smallest, { model: endpoint.model }),
  ]);
  if (answer.status !== 200) throw refusal(address, answer);
  const props = LlamaProps.safeParse(answer.json).data ?? {};
  const chosen = listed.find(({ id }) => id === endpoint.model) ?? listed[0];
  const window = props.default_generation_settings?.n_ctx ?? chosen?.window;
  const name = props.model_alias || props.model_path || endpoint.model || chosen?.id || "llama.cpp";
  return {
    label: endpoint.label ?? modelLabel(name),
    server: ["llama.cpp", props.build_info].filter(Boolean).join(" "),
    window,
    slots: props.total_slots,
    demo: endpoint.demo,
    limits: modelLimits(endpoint, window),
    capabilities: {
      tools: props.chat_template_caps?.supports_tools === false ? "text" : "native",
      vision: props.modalities?.vision ?? endpoint.vision ?? false,
      reasoning: reasons(props),
      progress: "real",
      countsTokens: counted !== undefined,
      slots: props.endpoint_slots ?? false,
      thinking: thinkingOf(props),
      answerSchema: true,
      resume: false,
      unload: props.role === "router",
    },
  };
}

/** Whether the template knows thinking; whether the model then thinks is seen in its replies. */
function reasons({ chat_template: template = "", chat_template_caps: caps }: LlamaProps): boolean {
  const supported = caps?.supports_preserve_reasoning || caps?.supports_reasoning_effort;
  return supported || /reasoning_content|<think|enable_thinking|<\|channel/.test(template);
}

/** The ways in which the template, and the server for every template that thinks, can be told how much to think. */
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
