import { z } from "zod";

/** A channel's name in the user's settings. */
export const ChannelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/);
export type ChannelName = z.infer<typeof ChannelName>;

/** A sender by the stable id of the channel's service; never a name that people choose. */
export const SenderId = z.string().min(1).max(200);

/**
 * The origin of a message or an answer from outside this machine's clients: the channel by its token, the sender as the channel reports.
 */
export const Origin = z.object({ channel: ChannelName, sender: SenderId.optional() });
export type Origin = z.infer<typeof Origin>;
