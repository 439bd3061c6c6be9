export const delegation = {
  "helpers.title": "Helpers",
  "helpers.text":
    "Each answers a question in a session of its own, below the one that asked; only its answer comes back. What would ask you is denied there.",
  "helpers.open": "Open its session",
} as const;
