import type { ChannelState, ChannelTrouble } from "@kestrel/protocol/channel";
import type { Sentence } from "../sentence.ts";

/** Channels: their states and failures. */
export const channels = {
  "channels.state.off": "off",
  "channels.state.connecting": "connecting",
  "channels.state.up": "connected",
  "channels.state.waiting": "tries again at {time}",
  "channels.state.parked": "stopped",
  "channels.trouble.entry": "An entry is missing or wrong: {detail}. Correct it in {file}.",
  "channels.trouble.name":
    "The name is not allowed. Use small letters, digits and -, and not gateway or hook-….",
  "channels.trouble.secret_missing":
    "The variable {detail} is not set where the daemon was started. Set it, then run: `kestrel restart`",
  "channels.trouble.secret_file_open":
    "Others can read {detail}, or it is not your file. Run: `chmod 600 {detail}`, then: `kestrel channels on {name}`",
  "channels.trouble.secret_file_missing":
    "Cannot read a secret from {detail}. Write it there, then run: `kestrel channels on {name}`",
  "channels.trouble.secret_form":
    "The secret in {detail} is not one line of plain characters. Correct it, then run: `kestrel restart`",
  "channels.trouble.auth":
    "The service refuses the token⟨: {detail}⟩. Set a new one, then run: `kestrel restart`",
  "channels.trouble.conflict":
    "Another program uses the same token⟨: {detail}⟩. Stop it, then run: `kestrel channels on {name}`",
  "channels.trouble.budget": "Too many connections today. It starts again with: `kestrel channels on {name}`",
  "channels.trouble.refused": "It cannot run⟨: {detail}⟩.",
  "channels.trouble.crash": "It crashed⟨: {detail}⟩. `kestrel logs` has the report.",
  "channels.trouble.port_taken":
    "Another program uses the gateway's port⟨: {detail}⟩. Choose another one in {file}.",
  "channels.none": "No channels yet. Add one with `kestrel channels add telegram`, or in {file}.",
  "channels.paired": "may write: {senders}",
  "channels.queue": "{in} waiting, {out} to send",
  "channels.dropped": {
    one: "{count} message from unknown senders dropped",
    other: "{count} messages from unknown senders dropped",
  },
  "channels.last": "last from {sender}, {time}",
  "channels.pair": "Send this code to {name} in a direct chat within 10 minutes: {code}",
  "channels.sent": { one: "Sent {count} test message.", other: "Sent {count} test messages." },
  "channels.from": "from {channel}⟨, {sender}⟩",
} as const satisfies Record<
  | `channels.state.${ChannelState["state"]}`
  | `channels.trouble.${ChannelTrouble}`
  | `channels.${"none" | "paired" | "queue" | "dropped" | "last" | "pair" | "sent" | "from"}`,
  Sentence
>;
