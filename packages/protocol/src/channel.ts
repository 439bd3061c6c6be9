import { z } from "zod";
import { ChannelName, SenderId } from "./origin.ts";
import { getRoute, postRoute } from "./route.ts";

const text = z.string().min(1).max(4_096);
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);
const ids = z.array(SenderId).max(1_000);

/** The supported services; `program`: a user's program that implements the port as JSON lines. */
export const ChannelKind = z.enum(["telegram", "irc", "mail", "matrix", "discord", "slack", "program"]);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** A channel in the user's file, under `[channels.NAME]`. The secret is in a variable or a file, never here. */
export const ChannelEntry = z
  .strictObject({
    /** The name of the channel where it is one of these. */
    kind: ChannelKind.optional(),
    token_env: VariableName.optional(),
    token_file: text.optional(),
    /** Where the service is; each has its own usual place. */
    url: z
      .string()
      .max(2_048)
      .regex(/^(?:https?|ircs?|imaps?):\/\/[^\s@/?#]+(?:\/\S*)?$/i)
      .optional(),
    /** `irc`: the nick, and the account of a password. */
    nick: z
      .string()
      .regex(/^[A-Za-z[\]\\`_^{|}][\w[\]\\`^{|}-]{0,29}$/)
      .optional(),
    /**
     * `mail`: the login name if it differs from `address`; the incoming server; the outgoing server; the server whose
     * authentication results count.
     */
    user: z.string().min(1).max(320).optional(),
    address: z.email().max(320).optional(),
    mailbox: z.string().min(1).max(200).optional(),
    smtp: z
      .string()
      .max(2_048)
      .regex(/^smtps?:\/\/[^\s@/?#]+\/?$/i)
      .optional(),
    authserv: z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}$/)
      .optional(),
    /** `program`: the command, run without a shell. */
    command: z.array(z.string().max(4_096)).min(1).max(64).optional(),
    workspace: text.optional(),
    /** Admitted senders, by the service's stable ids; paired accounts are admitted as well. */
    allow: ids.optional(),
    groups: ids.optional(),
    mode: z.enum(["plan", "ask"]).optional(),
    approvals: z.enum(["machine", "phone"]).optional(),
    load_models: z.boolean().optional(),
    language: z.enum(["en", "zh-CN"]).optional(),
  })
  .refine(({ token_env, token_file }) => token_env === undefined || token_file === undefined, {
    path: ["token_file"],
  });
export type ChannelEntry = z.infer<typeof ChannelEntry>;

/** One address that takes calls of another service, under `[[gateway.hooks]]`. */
export const HookDoor = z.strictObject({
  name: ChannelName,
  scheme: z.enum(["standard-webhooks", "github"]),
  secret_env: VariableName.optional(),
  secret_file: text.optional(),
  /** The user's own words; what arrives is quoted below them as data. */
  prompt: z.string().min(1).max(10_000),
  workspace: text.optional(),
  /** `CHANNEL:CHAT`: where the answer is sent. Without it the answer is only in the session. */
  deliver: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,29}:\S{1,200}$/)
    .optional(),
});
export type HookDoor = z.infer<typeof HookDoor>;

/** The listener for calls of other services, on 127.0.0.1 alone. */
export const GatewayEntry = z.strictObject({
  port: z.int().min(1).max(65_535),
  /** Host names that a proxy may pass on, besides those of this machine. */
  hosts: z
    .array(z.string().regex(/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/))
    .max(20)
    .optional(),
  hooks: z.array(HookDoor).max(50).optional(),
});
export type GatewayEntry = z.infer<typeof GatewayEntry>;

/** Why a channel does not run, as a code; clients make the sentence with its remedy. */
export const ChannelTrouble = z.enum([
  /** The entry has an unknown key or value. */
  "entry",
  /** Its name is none, or two have the same. */
  "name",
  "secret_missing",
  "secret_file_open",
  "secret_file_missing",
  /** It has more than one line, or signs that no token has. */
  "secret_form",
  /** The service refuses the secret. */
  "auth",
  /** Another program listens under the same account. */
  "conflict",
  "budget",
  "refused",
  "crash",
  "port_taken",
]);
export type ChannelTrouble = z.infer<typeof ChannelTrouble>;

/** One channel, as it is now. `waiting`: it tries again at `until`. `parked`: a person has to do something. */
export const ChannelState = z.object({
  name: z.string(),
  kind: z.union([ChannelKind, z.enum(["gateway"])]).optional(),
  state: z.enum(["off", "connecting", "up", "waiting", "parked"]),
  why: ChannelTrouble.optional(),
  /** The service's own words, without secrets. */
  detail: z.string().optional(),
  until: z.string().optional(),
  /** Messages that wait, and answers that are not sent yet. */
  queue: z.object({ in: z.int().nonnegative(), out: z.int().nonnegative() }).optional(),
  /** Those that paired. */
  paired: z.array(z.string()).optional(),
  /** Messages of strangers that were dropped since the start. */
  dropped: z.int().nonnegative().optional(),
  pairing: z.object({ until: z.string() }).optional(),
  /** The newest messages since the start, the last one first; of each the beginning. */
  recent: z.array(z.object({ sender: z.string(), text: z.string(), at: z.string() })).optional(),
});
export type ChannelState = z.infer<typeof ChannelState>;

const list = z.object({ channels: z.array(ChannelState), file: z.string() });
const named = z.strictObject({ name: ChannelName });

export const channelRoutes = {
  listChannels: getRoute("/api/v1/channels", list),
  /** A code that a person sends to the channel within ten minutes: their account is admitted then. */
  pairChannel: postRoute(
    "/api/v1/channels/pair",
    named,
    z.object({ code: z.string(), until: z.string() }),
    "owner",
  ),
  unpairChannel: postRoute("/api/v1/channels/unpair", named.extend({ sender: SenderId }), list, "owner"),
  /** Sends a test message to each direct chat that may write. */
  testChannel: postRoute("/api/v1/channels/test", named, z.object({ sent: z.int().nonnegative() })),
  switchChannel: postRoute("/api/v1/channels/switch", named.extend({ on: z.boolean() }), list, "owner"),
  /** Reads the user's file again and starts the channels in it. */
  reloadChannels: postRoute("/api/v1/channels/reload", z.strictObject({}), list, "owner"),
} as const;
