import { chatTemplate } from "./chat-template.ts";

/**
 * What the templates of Mistral's models check before they render anything (Nemo 2407, Small 2409 and 2501, Devstral):
 * messages beside calls and their results take turns, and each call has a name of nine letters or digits.
 */
const checks = `
{%- set ns = namespace(index=0) %}
{%- for message in messages %}
{%- if message.role == 'tool' %}
{%- if not message.tool_call_id is defined or message.tool_call_id|length != 9 %}
{{- raise_exception('Tool call IDs should be alphanumeric strings with length 9!') }}
{%- endif %}
{%- elif message.tool_calls is defined and message.tool_calls is not none and message.tool_calls|length > 0 %}
{%- for call in message.tool_calls %}
{%- if not call.id is defined or call.id|length != 9 %}
{{- raise_exception('Tool call IDs should be alphanumeric strings with length 9!') }}
{%- endif %}
{%- endfor %}
{%- elif message.role == 'user' or message.role == 'assistant' %}
{%- if (message.role == 'user') != (ns.index % 2 == 0) %}
{{- raise_exception('After the optional system message, conversation roles must alternate user/assistant/user/assistant/...') }}
{%- endif %}
{%- set ns.index = ns.index + 1 %}
{%- endif %}
{%- endfor %}
`.trimStart();

/** A template that checks as Mistral's do, and renders as the scripted models write. */
export const checkingTemplate = checks + chatTemplate;
