/** The channels page. */
export const channelsPage = {
  "channels.title": "Channels",
  "channels.text":
    "A channel lets you write to Kestrel from a messenger or by mail. The model still runs here.",
  "channels.guide": "How to set up a channel",
  "channels.pair.button": "Pair an account",
  "channels.test": "Send a test message",
  "channels.on": "Turn on",
  "channels.off": "Turn off",
  "channels.again": "Start again",
  "channels.may": "Paired accounts",
  "channels.unpair": "Remove",
  "channels.unpair.sure": "Stop taking messages from {sender}?",
  "channels.recent": "Last messages",
} as const;
