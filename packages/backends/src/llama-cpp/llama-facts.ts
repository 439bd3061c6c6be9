import type { Endpoint } from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol";
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
  const answer = await askJson(address, `${address.root}/props${which}`);
  if (answer.status !== 200) throw refusal(address, answer);
  const props = LlamaProps.safeParse(answer.json).data ?? {};
  const listed = await readModelList(address);
  const chosen = listed.find(({ id }) => id === endpoint.model) ?? listed[0];
  const window = props.default_generation_settings?.n_ctx ?? chosen?.window;
  const name = props.model_alias || props.model_path || endpoint.model || chosen?.id || "llama.cpp";
  const counted = await countTokens(
    address,
    { messages: [{ role: "user", content: "?" }], tools: [] },
    endpoint.model,
  );
  return {
    label: endpoint.label ?? modelLabel(name),
    server: ["llama.cpp", props.build_info].filter(Boolean).join(" "),
    window,
    slots: props.total_slots,
    demo: endpoint.demo,
    limits: modelLimits(endpoint, window),
    capabilities: {
      tools: props.chat_template_caps?.supports_tools === false ? "text" : "native",
      vision: props.modalities?.vision ?? false,
      reasoning: reasons(props),
      progress: "real",
      countsTokens: counted !== undefined,
      slots: props.endpoint_slots ?? false,
    },
  };
}

/** Whether the template knows thinking; whether the model then thinks is seen in its replies. */
function reasons({ chat_template: template = "", chat_template_caps: caps }: LlamaProps): boolean {
  const supported = caps?.supports_preserve_reasoning || caps?.supports_reasoning_effort;
  return supported || /reasoning_content|<think|enable_thinking|<\|channel/.test(template);
}
