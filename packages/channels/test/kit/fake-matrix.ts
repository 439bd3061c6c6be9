import { MatrixAdapter } from "../../src/adapters/matrix.ts";
import { FakeService } from "./fake-service.ts";

type Content = Record<string, unknown>;
type Kept = {
  room: string;
  event_id: string;
  type: string;
  sender: string;
  state_key?: string;
  content: Content;
  unsigned?: object;
};
type Room = {
  members: Set<string>;
  invited?: string;
  forged?: object[];
  encrypted: boolean;
  /** Anybody may join, and this account was there and is not any more. */
  left?: boolean;
};

/**
 * A homeserver as the Matrix specification describes its client-server API (https://spec.matrix.org/latest/client-server-api/); the sections
 * stand beside the numbers. It keeps what it was sent.
 */
export class FakeMatrix extends FakeService {
  readonly me = "@kestrel:example.org";
  readonly ada = "@ada:example.org";
  readonly eve = "@eve:example.com";
  readonly direct = "!direct:example.org";
  readonly group = "!group:example.org";
  readonly kept: Kept[] = [];
  readonly rooms = new Map<string, Room>([
    [this.direct, { members: new Set([this.me, this.ada]), encrypted: false }],
    [this.group, { members: new Set([this.me, this.ada, this.eve]), encrypted: false }],
  ]);
  readonly #transactions = new Map<string, unknown>();
  /** Where a `limited` timeline begins at the latest, whatever the filter says. */
  mostInTimeline = 100;
  /** What a room's own server needs to let an account in. */
  letsIn: Promise<void> = Promise.resolve();

  adapter = () =>
    new MatrixAdapter({ token: "syt_secret", url: this.url, refusal: "Not encrypted, please." });

  says(
    sender: string,
    body: string,
    { room = this.direct, ...more }: Content & { room?: string } = {},
  ): Kept {
    return this.event(room, "m.room.message", sender, { msgtype: "m.text", body, ...more });
  }

  event(room: string, type: string, sender: string, content: Content, state_key?: string): Kept {
    const event_id = `$${this.kept.length}`;
    const event = { room, event_id, type, sender, content, ...(state_key !== undefined && { state_key }) };
    this.kept.push(event);
    this.wake();
    return event;
  }

  joins(room: string, user: string): void {
    this.rooms.get(room)?.members.add(user);
    this.event(room, "m.room.member", user, { membership: "join" }, user);
  }

  encrypts(room: string): void {
    const known = this.rooms.get(room);
    if (known) known.encrypted = true;
    this.event(room, "m.room.encryption", this.ada, { algorithm: "m.megolm.v1.aes-sha2" }, "");
  }

  /** `forged`: what the server of the inviter puts beside the invitation. */
  invites(
    inviter: string,
    room: string,
    { encrypted = false, forged }: { encrypted?: boolean; forged?: object[] } = {},
  ): void {
    const members = new Set([inviter]);
    this.rooms.set(room, { members, invited: inviter, encrypted, ...(forged && { forged }) });
    this.event(room, "m.room.member", inviter, { membership: "invite" }, this.me);
  }

  /** The words of this account in a room, as they stand there now. */
  shown(room: string): unknown[] {
    const own = this.kept.filter(
      (one) => one.sender === this.me && one.room === room && "body" in one.content,
    );
    const relation = (one: Kept) =>
      one.content["m.relates_to"] as { rel_type: string; event_id: string } | undefined;
    const edits = own.filter((one) => relation(one)?.rel_type === "m.replace");
    return own
      .filter((one) => !edits.includes(one))
      .map((one) => {
        const edit = edits.findLast((each) => relation(each)?.event_id === one.event_id);
        return edit ? (edit.content["m.new_content"] as Content).body : one.content.body;
      });
  }

  /** Calls that anybody else could notice. */
  spoke(): string[] {
    return this.calls.flatMap(({ method, path }) => (method === "GET" ? [] : [path]));
  }

  protected async answer(
    { method, path, body }: { method: string; path: string; body: Content },
    authorization: string,
  ) {
    const no = (status: number, errcode: string) => ({ status, body: { errcode, error: "no" } });
    const ok = (given: unknown) => ({ status: 200, body: given });
    // "Client Authentication": 401 for a token that is not known.
    if (authorization !== "Bearer syt_secret") return no(401, "M_UNKNOWN_TOKEN");
    const { pathname, searchParams } = new URL(path, this.url);
    const [, kind = "", name = "", ...rest] = pathname
      .replace("/_matrix/client/v3", "")
      .split("/")
      .map(decodeURIComponent);
    if (kind === "account") return ok({ user_id: this.me });
    if (kind === "profile") return ok({ displayname: "Kestrel (bot)" });
    if (kind === "sync" && /[^s\d]/.test(searchParams.get("since") ?? "")) return no(400, "M_UNKNOWN");
    if (kind === "sync") return ok(await this.#sync(searchParams));
    if (kind === "joined_rooms")
      return ok({
        joined_rooms: [...this.rooms].flatMap(([id, one]) => (one.members.has(this.me) ? [id] : [])),
      });
    const room = this.rooms.get(name);
    if (kind === "notifications") return ok(this.#notified(searchParams));
    if (rest[0] === "join" && (room?.invited || room?.left)) {
      await this.letsIn;
      delete room.invited;
      this.joins(name, this.me);
      return ok({ room_id: name });
    }
    // "GET /rooms/{roomId}/state/{eventType}/{stateKey}": who left is told how that was; who was never there, nothing.
    if (rest[1] === "m.room.member" && room?.left) return ok({ membership: "leave" });
    if (!room?.members.has(this.me)) return no(403, "M_FORBIDDEN");
    if (rest[1] === "m.room.member") return ok({ membership: "join" });
    if (rest[0] === "joined_members")
      return ok({ joined: Object.fromEntries([...room.members].map((one) => [one, {}])) });
    if (rest[0] === "state")
      return room.encrypted ? ok({ algorithm: "m.megolm.v1.aes-sha2" }) : no(404, "M_NOT_FOUND");
    if (rest[0] === "messages") return ok(this.#history(name, searchParams));
    if (rest[0] === "send" && method === "PUT") {
      // "Transaction identifiers": the same one at the same path is answered as the first time.
      const known = this.#transactions.get(pathname);
      if (known) return ok(known);
      // "Size limits": 65,536 bytes a whole event.
      if (Buffer.byteLength(JSON.stringify(body)) > 65_536 - 1_000) return no(413, "M_TOO_LARGE");
      const { event_id } = this.event(name, rest[1] ?? "", this.me, body);
      this.#transactions.set(pathname, { event_id });
      return ok({ event_id });
    }
    return ok({});
  }

  /** "GET /notifications": the newest first; without the state of the room that its server put beside an invitation, as Synapse. */
  #notified(query: URLSearchParams): unknown {
    const own = this.kept.filter(
      ({ type, sender, state_key }) =>
        sender !== this.me && (type === "m.room.message" || state_key === this.me),
    );
    const newest = own.reverse().slice(0, Number(query.get("limit")));
    const notifications = newest.map(({ room, ...event }) => ({
      ...{ actions: ["notify"], read: false, ts: 1, room_id: room, event },
    }));
    return { notifications };
  }

  /** "GET /rooms/{roomId}/messages": backwards, from a place to another one that a sync told. */
  #history(room: string, query: URLSearchParams): unknown {
    const [from, to] = ["from", "to"].map((name) => Number(query.get(name)?.slice(1)));
    const { types } = JSON.parse(query.get("filter") ?? "{}") as { types: string[] };
    const all = this.kept.slice(to, from).filter((one) => one.room === room && types.includes(one.type));
    return { chunk: all.reverse().slice(0, Number(query.get("limit"))), start: query.get("from") };
  }

  /** "Syncing": waits where there is nothing new; a new room brings its history; what is too much makes it `limited`. */
  async #sync(query: URLSearchParams): Promise<unknown> {
    const since = query.get("since");
    const from = since === null ? 0 : Number(since.slice(1));
    if (since !== null) await this.until(() => this.kept.length > from);
    const fresh = this.kept.slice(from);
    const { timeline, rooms } = JSON.parse(query.get("filter") ?? "{}").room;
    // Synapse leaves invitations out of no other answer, whatever rooms the filter names.
    if (rooms?.length === 0 && since === null) return { next_batch: `s${this.kept.length}` };
    const { types, limit } = timeline as { types: string[]; limit: number };
    const most = Math.min(limit, this.mostInTimeline);
    const join: Record<string, unknown> = {};
    const invite: Record<string, unknown> = {};
    for (const room of new Set(fresh.map((one) => one.room))) {
      const known = this.rooms.get(room);
      const member = { type: "m.room.member", state_key: this.me, content: { membership: "invite" } };
      if (known?.invited !== undefined)
        invite[room] = {
          invite_state: { events: [...(known.forged ?? []), { ...member, sender: known.invited }] },
        };
      if (!known?.members.has(this.me)) continue;
      const isNew = fresh.some((one) => one.room === room && one.state_key === this.me);
      const all = (isNew ? this.kept : fresh).filter((one) => one.room === room && types.includes(one.type));
      const limited = isNew || all.length > most;
      join[room] = {
        timeline: { limited, prev_batch: "p", events: all.slice(-most) },
        unread_notifications: {},
      };
    }
    return { next_batch: `s${this.kept.length}`, rooms: { join, invite } };
  }
}
