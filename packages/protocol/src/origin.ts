import { z } from "zod";

/** A channel as the user's settings name it. */
export const ChannelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/);
export type ChannelName = z.infer<typeof ChannelName>;

/** A sender by the id that the channel's service keeps stable; never a name that people choose. */
export const SenderId = z.string().min(1).max(200);

/** Where words or an answer came from, when it was no client of this machine: the channel by its token, the sender as the channel says. */
export const Origin = z.object({ channel: ChannelName, sender: SenderId.optional() });
export type Origin = z.infer<typeof Origin>;
