import type { FailureHint } from "@kestrel/protocol";

/** What to do about a failure of the model's server; stands after the failure's own sentence. */
export const hints = {
  "hint.raise_window": "Load the model with a larger window, or continue in a new session.",
  "hint.smaller_texts": "Cut the texts into smaller pieces.",
  "hint.choose_model": "The settings page shows which name was asked for.",
  "hint.load_model": "Load a model in that program first.",
  "hint.check_key": "The variable that model.api_key_env names holds it.",
  "hint.check_address": "Check the address.",
  "hint.start_server": "Start it and say it again.",
  "hint.wait": "Nothing is lost by waiting.",
  "hint.free_memory": "There is not enough memory: close other programs, or take a smaller model or window.",
  "hint.see_engine": "What it printed last is on the engine page.",
  "hint.check_template": "A model whose template can do this is needed, or another template for the server.",
  "hint.no_tools": 'This model takes no tools: set `model.tools` to "text", or choose one that does.',
  "hint.no_thinking": "This model cannot be told how much to think: set model.thinking to “auto”.",
  "hint.no_vision": "This model does not see pictures: continue in a new session, in words.",
  "hint.start_with_embeddings": "Start that server with --embeddings.",
  "hint.simpler_schema": "Kestrel leaves out a tool whose schema is at fault; say it again.",
  "hint.ask_again": "Often the second try succeeds.",
} as const satisfies Record<`hint.${FailureHint}`, string>;
