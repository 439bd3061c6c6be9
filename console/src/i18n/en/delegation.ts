export const delegation = {
  "helpers.title": "Subagents",
  "helpers.text":
    "Each answers one question in a session of its own. Only its answer comes back. Calls that need your approval are denied there.",
  "helpers.open": "Open its session",
} as const;
