export const hooks = {
  "hooks.title": "Hooks",
  "hooks.text":
    "Your commands and plugins that run at stages of a session. They can deny a call, make Kestrel ask you, and add a note. They cannot change a call.",
  "hooks.test": "Try",
  "hooks.test.this": "Try {name}",
} as const;
