export const hooks = {
  "hooks.title": "Hooks",
  "hooks.text":
    "Commands and plugins of yours that are asked at the stages of a session. They may deny, have you asked, and add a note; they change nothing.",
  "hooks.test": "Try",
  "hooks.test.this": "Try {name}",
} as const;
