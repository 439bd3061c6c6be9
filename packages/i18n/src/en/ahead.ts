/** What idle time was spent on. */
export const ahead = {
  "ahead.read":
    "Read while nobody waited, since the daemon began: {read} tokens; {gained} of them were used, {wasted} were not.",
  "ahead.calls":
    "Calls run while the model still wrote: {used} of {started} used, {milliseconds} ms not waited.",
  "ahead.battery": "On battery nothing is read ahead.",
} as const;
