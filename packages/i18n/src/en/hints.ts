import type { FailureHint } from "@kestrel/protocol";

/** What to do about a failure of the model's server; said after the failure's own sentence. */
export const hints = {
  "failure.detail": "Its own words: “{detail}”.",
  "hint.raise_window": "Load it with a larger window, or go on in a new session.",
  "hint.smaller_texts": "Cut the texts into smaller pieces.",
  "hint.choose_model": "Name one that the server has: `model.name`.",
  "hint.load_model": "Load a model there first.",
  "hint.check_key": "Then start Kestrel again.",
  "hint.check_address": "Check the address.",
  "hint.wait": "Wait a moment and say it again.",
  "hint.free_memory": "There is not enough memory: end other programs, or take a smaller model or window.",
  "hint.see_engine": "What it printed last is on the engine page: `kestrel open`.",
  "hint.check_template": "Take a model whose template can do this, or give the server another template.",
  "hint.no_tools": 'It takes no tools: set `model.tools` to "text", or choose a model that does.',
  "hint.text_tools":
    'Its template may not take tools: set `model.tools` to "text", or give the server another template.',
  "hint.no_thinking": 'It cannot be told how much to think: set `model.thinking` to "auto".',
  "hint.no_vision": "It does not see pictures: go on in a new session, in words.",
  "hint.start_with_embeddings": "Start that server with `--embeddings`.",
  "hint.simpler_schema": "Kestrel leaves out a tool whose schema is at fault; say it again.",
  "hint.ask_again": "Say it again.",
} as const satisfies Record<`hint.${FailureHint}` | "failure.detail", string>;
