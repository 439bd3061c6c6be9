import type { hints as english } from "../en/hints.ts";

/** 模型服务器出错时可以做什么。 */
export const hints: Record<keyof typeof english, string> = {
  "failure.detail": "它的原话：“{detail}”。",
  "hint.raise_window": "请用更大的窗口加载模型，或新建会话继续。",
  "hint.smaller_texts": "请把文本切成更小的部分。",
  "hint.choose_model": "请用 `model.name` 指定服务器上有的模型。",
  "hint.load_model": "请先在那里加载模型。",
  "hint.check_key": "然后重新启动 Kestrel。",
  "hint.check_address": "请检查地址。",
  "hint.wait": "请稍等片刻再说一次。",
  "hint.free_memory": "内存不足：请关闭其他程序，或换用更小的模型或窗口。",
  "hint.see_engine": "它最后输出的内容在引擎页面：`kestrel open`。",
  "hint.check_template": "请换用模板支持这一点的模型，或给服务器换一个模板。",
  "hint.no_tools": '它不接受工具：请把 `model.tools` 设为 "text"，或选择支持工具的模型。',
  "hint.text_tools": '它的模板可能不支持工具：请把 `model.tools` 设为 "text"，或给服务器换一个模板。',
  "hint.no_thinking": '无法规定它思考多少：请把 `model.thinking` 设为 "auto"。',
  "hint.no_vision": "它看不了图片：请新建会话，用文字继续。",
  "hint.start_with_embeddings": "请用 `--embeddings` 启动那个服务器。",
  "hint.simpler_schema": "Kestrel 会停用格式有问题的工具；请再说一次。",
  "hint.ask_again": "请再说一次。",
};
