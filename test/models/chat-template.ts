/**
 * ChatML with Hermes tool calls. It keeps the reasoning of every earlier reply and renders a reply exactly as it was
 * generated, so that a conversation that only grows never loses its cached prefix.
 */
export const chatTemplate = `
{%- set head = messages[0].content if messages and messages[0].role == 'system' else '' %}
{%- if tools %}
{{- '<|im_start|>system\\n' + (head + '\\n\\n' if head else '') }}
{{- '# Tools\\n\\nThese functions can be called, one JSON object per line:\\n<tools>' }}
{%- for tool in tools %}
{{- '\\n' + (tool | tojson) }}
{%- endfor %}
{{- '\\n</tools>\\n\\nTo call one, write:\\n<tool_call>\\n{"name": <its name>, "arguments": <a JSON object>}\\n</tool_call><|im_end|>\\n' }}
{%- elif head %}
{{- '<|im_start|>system\\n' + head + '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant\\n' }}
{%- set words = message.content if message.content else '' %}
{%- if message.reasoning_content %}
{%- set words = words.lstrip('\\n') %}
{%- endif %}
{%- if message.tool_calls %}
{%- set words = words.rstrip('\\n') %}
{%- endif %}
{%- if message.reasoning_content %}
{{- '<think>\\n' + message.reasoning_content.strip('\\n') + '\\n</think>' }}
{{- '\\n\\n' if words or message.tool_calls else '' }}
{%- endif %}
{{- words }}
{%- for call in message.tool_calls or [] %}
{%- set function = call.function if call.function else call %}
{%- if words or not loop.first %}
{{- '\\n' }}
{%- endif %}
{{- '<tool_call>\\n{"name": "' + function.name + '", "arguments": ' }}
{{- function.arguments if function.arguments is string else function.arguments | tojson }}
{{- '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- elif message.role == 'tool' %}
{%- if loop.first or messages[loop.index0 - 1].role != 'tool' %}
{{- '<|im_start|>user' }}
{%- endif %}
{{- '\\n<tool_response>\\n' + message.content + '\\n</tool_response>' }}
{%- if loop.last or messages[loop.index0 + 1].role != 'tool' %}
{{- '<|im_end|>\\n' }}
{%- endif %}
{%- elif not (loop.first and message.role == 'system') %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and enable_thinking is false %}
{{- '<think>\\n\\n</think>\\n\\n' }}
{%- endif %}
{%- endif %}
`.trimStart();
