import { chatTemplate } from "./chat-template.ts";

/** ChatML as Qwen3 does it: the reasoning of replies before the newest user message is left out. */
export const forgetfulTemplate = `
{%- set newest = namespace(user=-1) %}
{%- for message in messages %}
{%- if message.role == 'user' %}
{%- set newest.user = loop.index0 %}
{%- endif %}
{%- endfor %}
${chatTemplate
  .replaceAll("message.reasoning_content", "thought")
  .replace(
    "{%- if message.role == 'assistant' %}",
    "{%- if message.role == 'assistant' %}\n{%- set thought = message.reasoning_content if loop.index0 > newest.user else '' %}",
  )}`.trimStart();

/** Puts the tool list before the newest user message, as some Mistral templates do: nothing before it survives. */
export const wanderingTemplate = `
{%- for message in messages %}
{%- if loop.last and tools %}
{{- '<|im_start|>system\\n' + (tools | tojson) + '<|im_end|>\\n' }}
{%- endif %}
{{- '<|im_start|>' + message.role + '\\n' + (message.content or '') + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}
`.trimStart();
