import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  type Listening,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";
import { AnswerTooLong } from "./json-api.ts";
import { ApiError, faultOf, MatrixApi, unlessRefused } from "./matrix-api.ts";
import { eventsIn, messageIn, worded } from "./matrix-event.ts";

/** Milliseconds that one `/sync` waits for something: the specification's own example. */
const pollMs = 30_000;
/** Milliseconds between two answers that bring nothing: some proxies answer a poll at once. */
const quietMs = 500;
/** Events of each room in one answer, and of one invitation. */
const mostEvents = 100;
/** Bytes of a list of members. A room whose list is longer is a group. */
const mostMembers = 262_144;
/** A large room of another server can take minutes to join. */
const joinMs = 300_000;
const mostJoins = 5;
/** Rooms that are looked through, for a direct chat or for what an answer that was too long left out. */
const mostRooms = 200;

const types = ["m.room.message", "m.room.encrypted", "m.room.member", "m.room.encryption"];

/** The filter for `/sync`; a state that changes is in the timeline, or the timeline is `limited`. */
const filterOf = (limit: number, rooms?: readonly string[]) =>
  JSON.stringify({
    presence: { not_types: ["*"] },
    account_data: { not_types: ["*"] },
    room: {
      ...(rooms && { rooms }),
      state: { not_types: ["*"] },
      ephemeral: { not_types: ["*"] },
      account_data: { not_types: ["*"] },
      timeline: { types, limit },
    },
  });

const Named = z.looseObject({ event_id: z.string() });
const events = z.array(z.unknown());
const Sync = z.looseObject({
  next_batch: z.string(),
  rooms: z
    .looseObject({
      join: z
        .record(
          z.string(),
          z.looseObject({
            timeline: z.looseObject({ limited: z.boolean().optional(), events }).optional(),
          }),
        )
        .optional(),
      invite: z
        .record(z.string(), z.looseObject({ invite_state: z.looseObject({ events }).optional() }))
        .optional(),
    })
    .optional(),
});
const Notified = z.looseObject({
  notifications: z.array(z.looseObject({ room_id: z.string(), event: z.unknown() })),
});

type Room = { members: string[]; encrypted: boolean };
type Around = Pick<Listening, "signal" | "admits">;

/**
 * Matrix's client-server API (v3), in rooms without encryption. A room of two is a direct chat; for sending it is also called
 * by its person. The cursor is `next_batch`; what a `limited` answer leaves out is not read. Not tried against a homeserver.
 */
export class MatrixAdapter implements ChannelAdapter {
  /**
   * Bytes of one message. A whole event has 65,536, signatures included. JSON escapes a byte to six at most; code is repeated as
   * HTML, where `&` takes five; and an edit contains its text twice.
   */
  readonly limits = { unit: "bytes", count: 8_192 } as const;
  /** By the transaction id. */
  readonly sendsOnce = true;
  readonly keepsMessages = true;
  readonly #api: MatrixApi;
  readonly #refusal: string;
  readonly #rooms = new Map<string, Room>();
  readonly #told = new Set<string>();
  #me = "";
  #ownNames = /^$/;

  /** `refusal`: the reply in an encrypted room. */
  constructor({ refusal, ...account }: { token: string; url: string; refusal: string }) {
    this.#api = new MatrixApi(account);
    this.#refusal = refusal;
  }

  async listen({ cursor, signal, up, hears, admits, take }: Listening): Promise<void> {
    this.#rooms.clear();
    try {
      const me = z.looseObject({ user_id: z.string() });
      this.#me = me.parse(await this.#api.call("GET", "/account/whoami", { signal })).user_id;
      this.#ownNames = await this.#readOwnNames(signal);
      // The first poll waits for a message, and the service is there before one.
      up();
      let since = cursor;
      while (!signal.aborted) {
        const begun = performance.now();
        const answer = await this.#sync(since, { signal, admits });
        if (!answer) {
          since = undefined;
          this.#rooms.clear();
          continue;
        }
        const { next_batch, rooms = {} } = answer;
        for (const [room, { invite_state }] of Object.entries(rooms.invite ?? {}))
          if (this.#isInvited(room, invite_state?.events ?? [], admits)) void this.#join(room, signal);
        const messages: Incoming[] = [];
        for (const [room, { timeline }] of Object.entries(rooms.join ?? {}))
          if (timeline && since !== undefined)
            messages.push(...(await this.#readTimeline(room, timeline, { hears, admits })));
        // A rejected message is not stored in the journal, but the first cursor must be.
        await take(messages, since === undefined ? next_batch : () => next_batch);
        if (since !== undefined && messages.length === 0 && performance.now() - begun < quietMs)
          await wait(quietMs, undefined, { signal });
        since = next_batch;
      }
    } catch (error) {
      if (!signal.aborted) throw faultOf(error);
    }
  }

  async send(target: Target, message: Outgoing, key: string): Promise<string | undefined> {
    const relation = target.thread !== undefined && { rel_type: "m.thread", event_id: target.thread };
    return this.#post(target, { ...worded(message), ...(relation && { "m.relates_to": relation }) }, key);
  }

  async edit(target: Target, id: string, message: Outgoing): Promise<void> {
    const relation = { rel_type: "m.replace", event_id: id };
    const fallback = worded({ text: `* ${message.text}` });
    const content = { ...fallback, "m.new_content": worded(message), "m.relates_to": relation };
    await this.#post(target, content, randomUUID());
  }

  async typing(target: Target): Promise<void> {
    const sign = this.#placeOf(target).then((room) =>
      this.#api.call("PUT", `/rooms/${encodeURIComponent(room)}/typing/${encodeURIComponent(this.#me)}`, {
        body: { typing: true, timeout: 30_000 },
      }),
    );
    await sign.catch(() => undefined); // expected: only a sign
  }

  /**
   * What is new since then; the first answer, without `since`, is only a place to begin at, and invitations. Of an answer that is too long
   * one event of each room is read; `#passOver` where even that is too long. Undefined where the server does not know the place: it is
   * another account's, or its data was lost.
   */
  async #sync(since: string | undefined, around: Around): Promise<z.infer<typeof Sync> | undefined> {
    const ask = async (limit: number) => {
      const query = new URLSearchParams({ filter: filterOf(limit) });
      if (since !== undefined) {
        query.set("since", since);
        query.set("timeout", String(pollMs));
      }
      return Sync.parse(
        await this.#api.call("GET", `/sync?${query}`, { signal: around.signal, ms: pollMs + 15_000 }),
      );
    };
    try {
      return await ask(since === undefined ? 1 : mostEvents);
    } catch (error) {
      if (error instanceof AnswerTooLong)
        return ask(1).catch((again: unknown) => {
          if (again instanceof AnswerTooLong) return this.#passOver(since, around);
          throw again;
        });
      if (error instanceof ApiError && error.status === 400 && since !== undefined) return undefined;
      throw error;
    }
  }

  /**
   * The place behind an answer that is too long with one event of each room: a stranger's server puts beside an invitation what it likes.
   * Synapse leaves invitations out only where neither a place nor a room is named. The messages of that time are asked for room by room,
   * the invitations as notifications.
   */
  async #passOver(since: string | undefined, { signal, admits }: Around): Promise<z.infer<typeof Sync>> {
    const query = new URLSearchParams({ filter: filterOf(1, []) });
    const { next_batch } = Sync.parse(await this.#api.call("GET", `/sync?${query}`, { signal }));
    const join: Record<string, { timeline: { limited: true; events: unknown[] } }> = {};
    const rooms = since === undefined ? [] : await this.#joinedRooms();
    // Together no more than are held of one room.
    const limit = String(Math.max(1, Math.floor(mostEvents / rooms.length)));
    for (const room of rooms) {
      const wish = { dir: "b", from: next_batch, to: since ?? "", limit, filter: JSON.stringify({ types }) };
      const path = `/rooms/${encodeURIComponent(room)}/messages?${new URLSearchParams(wish)}`;
      const page = await unlessRefused(this.#api.call("GET", path, { signal }));
      const { chunk = [] } = z.looseObject({ chunk: events }).safeParse(page).data ?? {};
      if (chunk.length > 0) join[room] = { timeline: { limited: true, events: chunk.reverse() } };
    }
    return { next_batch, rooms: { join, invite: await this.#notifiedInvitations({ signal, admits }) } };
  }

  /**
   * Invitations of accounts that may write, among the newest notifications: no other call of the specification has any. Synapse leaves out
   * what the inviting server put beside them. A room that this account was in and left stays left.
   */
  async #notifiedInvitations({ signal, admits }: Around) {
    const invite: Record<string, { invite_state: { events: unknown[] } }> = {};
    const answer = await this.#api
      .call("GET", `/notifications?limit=${mostEvents}`, { signal })
      .catch((error: unknown) => {
        // expected: the server has no list of them, or a long one
        if (!(error instanceof ApiError || error instanceof AnswerTooLong)) throw error;
      });
    for (const { room_id, event } of Notified.safeParse(answer).data?.notifications ?? []) {
      const isInvitation = eventsIn([event]).some(({ content }) => content.membership === "invite");
      if (!isInvitation || !this.#isInvited(room_id, [event], admits)) continue;
      const path = `/rooms/${encodeURIComponent(room_id)}/state/m.room.member/${encodeURIComponent(this.#me)}`;
      const own = await unlessRefused(this.#api.call("GET", path, { signal }));
      // To an account that was never in the room, nothing of it is told.
      const { membership = "invite" } = z.looseObject({ membership: z.string() }).safeParse(own).data ?? {};
      if (membership === "invite") invite[room_id] = { invite_state: { events: [event] } };
    }
    return invite;
  }

  /** Whether an account that may write invites this one. The inviting server can add events of its own, so every sender has to be allowed. */
  #isInvited(room: string, state: readonly unknown[], admits: Listening["admits"]): boolean {
    if (state.length > mostEvents) return false;
    const inviters = eventsIn(state).filter(
      (one) => one.type === "m.room.member" && one.state_key === this.#me,
    );
    const isKnown = inviters.every(({ sender }) => admits({ chat: room, kind: "direct" }, sender));
    return inviters.length > 0 && isKnown;
  }

  /** Nothing waits for it. It ends when the server refuses the room, or could not be reached often enough. */
  async #join(room: string, signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < mostJoins && !signal.aborted; tries++)
      try {
        const wish = { body: {}, signal, ms: joinMs };
        const joined = await unlessRefused(
          this.#api.call("POST", `/rooms/${encodeURIComponent(room)}/join`, wish),
        );
        if (joined && (await this.#roomOf(room))?.encrypted) await this.#tellEncrypted(room);
        return;
      } catch (error) {
        // expected: the server is away or busy
        const afterMs = error instanceof ChannelFault ? error.afterMs : undefined;
        const pause = wait(afterMs ?? 5_000 * 2 ** tries, undefined, { signal });
        await pause.catch(() => undefined); // expected: the channel stops
      }
  }

  async #readTimeline(
    room: string,
    { limited, events: given }: { limited?: boolean; events: unknown[] },
    { hears, admits }: Pick<Listening, "hears" | "admits">,
  ): Promise<Incoming[]> {
    const all = eventsIn(given.slice(-mostEvents));
    if (limited || all.some(({ type }) => type === "m.room.member" || type === "m.room.encryption"))
      this.#rooms.delete(room);
    // Messages from before this account joined are history.
    const joined = all.findLastIndex(
      ({ type, state_key, content, unsigned }) =>
        type === "m.room.member" &&
        state_key === this.#me &&
        content.membership === "join" &&
        unsigned?.prev_content?.membership !== "join",
    );
    const said = all
      .slice(joined + 1)
      .filter(({ type, sender }) => /^m\.room\.(?:message|encrypted)$/.test(type) && sender !== this.#me);
    // No request for a stranger: a message outside a direct chat passes the gate for no one.
    const isHeard = said.some(({ sender }) => hears(sender));
    const known = isHeard ? await this.#roomOf(room) : { members: [], encrypted: false };
    if (!known) return [];
    const kind = known.members.length === 2 ? "direct" : "group";
    const own = { id: this.#me, names: this.#ownNames };
    if (!known.encrypted) return said.flatMap((event) => messageIn(event, { chat: room, kind }, own) ?? []);
    if (said.some(({ sender }) => admits({ chat: room, kind }, sender))) await this.#tellEncrypted(room);
    return [];
  }

  /** How a mention begins: with the name that the account shows, or its id. */
  async #readOwnNames(signal: AbortSignal): Promise<RegExp> {
    const path = `/profile/${encodeURIComponent(this.#me)}/displayname`;
    const profile = await unlessRefused(this.#api.call("GET", path, { signal }));
    const { displayname } = z.looseObject({ displayname: z.string().min(1) }).safeParse(profile).data ?? {};
    const names = [this.#me, ...(displayname === undefined ? [] : [displayname])];
    const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^\\s*@?(?:${escaped.join("|")})(?![\\w.-])[:,]?\\s*`, "i");
  }

  /** One sentence for each encrypted room since the start. */
  async #tellEncrypted(room: string): Promise<void> {
    if (this.#told.has(room)) return;
    this.#told.add(room);
    const content = { ...worded({ text: this.#refusal }), msgtype: "m.notice" };
    await unlessRefused(this.#put(room, content, `encrypted-${room}`));
  }

  /** The members of a room, and whether it is encrypted, at this moment; undefined when this account is not in it. */
  async #roomOf(room: string): Promise<Room | undefined> {
    const known = this.#rooms.get(room);
    if (known) return known;
    const path = `/rooms/${encodeURIComponent(room)}`;
    const members = await unlessRefused(
      this.#api.call("GET", `${path}/joined_members`, { most: mostMembers }).catch((error: unknown) => {
        if (error instanceof AnswerTooLong) return { joined: {} };
        throw error;
      }),
    );
    const { joined } =
      z.looseObject({ joined: z.record(z.string(), z.unknown()) }).safeParse(members).data ?? {};
    if (!joined) return undefined;
    const encrypted = await this.#api.call("GET", `${path}/state/m.room.encryption/`).then(
      () => true,
      (error: unknown) => {
        // A room without that state is not encrypted; of a room it left, this account learns nothing.
        if (error instanceof ApiError && error.code === "M_NOT_FOUND") return false;
        if (error instanceof ApiError && error.status === 403) return undefined;
        throw error;
      },
    );
    if (encrypted === undefined) return undefined;
    const found = { members: Object.keys(joined), encrypted };
    this.#rooms.set(room, found);
    return found;
  }

  /** The room of a chat. A direct answer is not sent to a room that a third person joined. */
  async #placeOf({ chat, kind }: Target): Promise<string> {
    if (!chat.startsWith("@")) {
      const room = await this.#roomOf(chat);
      if (room && !room.encrypted && (kind === "group" || room.members.length === 2)) return chat;
      throw new SendRefused("the room is encrypted, or no direct chat any more", { gone: true });
    }
    for (const id of await this.#joinedRooms()) {
      const { members = [], encrypted = true } = (await this.#roomOf(id)) ?? {};
      if (!encrypted && members.length === 2 && members.includes(chat)) return id;
    }
    throw new SendRefused(`no direct chat with ${chat}`, { gone: true });
  }

  async #joinedRooms(): Promise<string[]> {
    const answer = await this.#api.call("GET", "/joined_rooms");
    const { joined_rooms } = z.looseObject({ joined_rooms: z.array(z.string()) }).parse(answer);
    return joined_rooms.slice(0, mostRooms);
  }

  async #post(target: Target, content: object, key: string): Promise<string> {
    try {
      return await this.#put(await this.#placeOf(target), content, key);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 400 || error.status === 413))
        throw new SendRefused(error.message);
      if (error instanceof ApiError && error.isOfAccount) throw error;
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        throw new SendRefused(error.message, { gone: true });
      throw error;
    }
  }

  async #put(room: string, content: object, key: string): Promise<string> {
    // The same id at the same address is one message.
    const transaction = createHash("sha256").update(key).digest("hex").slice(0, 40);
    const path = `/rooms/${encodeURIComponent(room)}/send/m.room.message/${transaction}`;
    return Named.parse(await this.#api.call("PUT", path, { body: content })).event_id;
  }
}
