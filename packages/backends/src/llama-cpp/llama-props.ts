import { z } from "zod";

const flag = z.boolean().optional().catch(undefined);
const words = z.string().optional().catch(undefined);
const positive = z.int().positive().optional().catch(undefined);

/** The part of llama-server's `/props` that Kestrel reads. All of it may be missing in another build. */
export const LlamaProps = z.looseObject({
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
export type LlamaProps = z.infer<typeof LlamaProps>;
