import { z } from "zod";
import type { Incoming, Outgoing, Target } from "../port.ts";

const Event = z.looseObject({
  event_id: z.string().optional(),
  type: z.string(),
  sender: z.string(),
  state_key: z.string().optional(),
  content: z.record(z.string(), z.unknown()),
  unsigned: z
    .looseObject({ prev_content: z.looseObject({ membership: z.string().optional() }).optional() })
    .optional(),
});
export type Event = z.infer<typeof Event>;
const Content = z.looseObject({
  msgtype: z.string(),
  body: z.string(),
  filename: z.string().optional(),
  "m.mentions": z.looseObject({ user_ids: z.array(z.string()).optional() }).optional(),
  "m.relates_to": z
    .looseObject({
      rel_type: z.string().optional(),
      event_id: z.string().optional(),
      "m.in_reply_to": z.unknown().optional(),
    })
    .optional(),
});

/** The valid events among them. */
export const eventsIn = (all: readonly unknown[]) => all.flatMap((one) => Event.safeParse(one).data ?? []);

/** An event as a message of the port; undefined for other events and redacted ones. `own`: this account's id and display name. */
export function messageIn(
  { event_id, type, sender, content }: Event,
  from: Target,
  own: { id: string; names: RegExp },
): Incoming | undefined {
  const { data } = Content.safeParse(content);
  if (type !== "m.room.message" || !data || event_id === undefined) return undefined;
  const { msgtype, body, filename, "m.mentions": mentions, "m.relates_to": relation } = data;
  const isFile = /^m\.(?:image|file|audio|video)$/.test(msgtype);
  if (!isFile && msgtype !== "m.text" && msgtype !== "m.notice") return undefined;
  // Older clients quote the message that they reply to. Its sender may not be allowed to write.
  const unquoted = relation?.["m.in_reply_to"] === undefined ? body : body.replace(/^(?:> .*\n)+\n?/, "");
  const words = isFile && (filename === undefined || filename === body) ? "" : unquoted;
  const thread = relation?.rel_type === "m.thread" ? relation.event_id : undefined;
  return {
    key: event_id,
    from: { ...from, ...(thread !== undefined && { thread }) },
    sender,
    vouched: true,
    automatic: msgtype === "m.notice",
    edited: relation?.rel_type === "m.replace",
    mentioned: mentions ? mentions.user_ids?.includes(own.id) : unquoted.includes(own.id),
    text: words.replace(own.names, "").trim() || words,
    ...(isFile && { files: [filename ?? body] }),
  };
}

/** Mentions no user. `m.text`, because push rules suppress notifications for `m.notice`. Code is shown as it is. */
export function worded({ text, code }: Outgoing): object {
  const plain = { msgtype: "m.text", body: text, "m.mentions": {} };
  if (!code) return plain;
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return {
    ...plain,
    format: "org.matrix.custom.html",
    formatted_body: `<pre><code>${escaped}</code></pre>`,
  };
}
