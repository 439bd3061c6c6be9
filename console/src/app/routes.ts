import { SessionId } from "@kestrel/protocol";

/** The pages whose address is their name. Their definitions: `pages.tsx`. */
const plainPages = ["new", "engine", "own-model", "memory", "loops", "channels", "settings"] as const;
export type PlainPage = (typeof plainPages)[number];

/**
 * `at`: the event it is opened at; `changes`: with its changes beside it; `beside`: another session, in a second column; `focus`: the
 * column that shortcuts apply to.
 */
export type SessionRoute = {
  page: "session";
  id: SessionId;
  at?: number;
  changes?: true;
  beside?: SessionId;
  focus?: "beside";
};

/** The console's routes, after `#` in the address. */
export type Route =
  /** `part`: an area of a page with several. */
  | { page: PlainPage; part?: string }
  | { page: "home" }
  | SessionRoute
  | { page: "replay"; id: SessionId }
  | { page: "crew"; id: SessionId }
  /** A session that is created with its first message: in a folder, by default the last used one, or continuing another session. */
  | { page: "draft"; workspace?: string }
  | { page: "continue"; id: SessionId }
  | { page: "loadouts"; view?: "compare" | "new" }
  /** An unknown address. */
  | { page: "nowhere" };

export function addressOf(route: Route): string {
  if (isPlain(route)) return route.part === undefined ? `#/${route.page}` : `#/${route.page}/${route.part}`;
  switch (route.page) {
    case "home":
      return "#/";
    case "nowhere":
      return "#/nowhere";
    case "loadouts":
      return route.view ? `#/loadouts/${route.view}` : "#/loadouts";
    case "session":
      if (route.beside !== undefined)
        return `#/sessions/${route.id}/beside/${route.beside}${route.focus ? "/focus" : ""}`;
      if (route.changes) return `#/sessions/${route.id}/changes`;
      return route.at === undefined ? `#/sessions/${route.id}` : `#/sessions/${route.id}/at/${route.at}`;
    case "replay":
      return `#/sessions/${route.id}/replay`;
    case "crew":
      return `#/sessions/${route.id}/crew`;
    case "draft":
      return route.workspace === undefined ? "#/draft" : `#/draft/${encodeURIComponent(route.workspace)}`;
    case "continue":
      return `#/continue/${route.id}`;
    default:
      return route satisfies never;
  }
}

/** Parses an address. Returns the page `nowhere` for an unknown one, never the start page. */
export function routeAt(hash: string): Route {
  const address = hash.replace(/^#\/?/, "");
  if (address === "") return { page: "home" };
  const [page, id, part, place = "", focus] = address.split("/");
  const plain = plainPages.find((name) => name === page);
  if (plain) return id ? { page: plain, part: id } : { page: plain };
  if (page === "loadouts") return id === "compare" || id === "new" ? { page, view: id } : { page };
  const session = SessionId.safeParse(id);
  if (page === "continue" && session.success) return { page, id: session.data };
  if (page === "draft" && id === undefined) return { page };
  if (page === "draft" && id) {
    const workspace = decoded(id);
    return workspace === undefined ? { page: "nowhere" } : { page, workspace };
  }
  if (page === "sessions" && session.success) {
    if (part === "replay" || part === "crew") return { page: part, id: session.data };
    if (part === "at" && /^[1-9]\d{0,8}$/.test(place))
      return { page: "session", id: session.data, at: Number(place) };
    if (part === "changes") return { page: "session", id: session.data, changes: true };
    if (part === "beside") {
      const other = SessionId.safeParse(place);
      if (other.success && other.data !== session.data && (focus === undefined || focus === "focus"))
        return {
          ...{ page: "session", id: session.data, beside: other.data },
          ...(focus && { focus: "beside" }),
        };
    }
    if (part === undefined || part === "") return { page: "session", id: session.data };
  }
  return { page: "nowhere" };
}

/** The route of a session opened from `route`: in the focused one of two columns. */
export function sessionFrom(route: Route, id: SessionId): SessionRoute {
  if (route.page !== "session" || route.beside === undefined) return { page: "session", id };
  const { page, id: first, beside } = route;
  if (id === first) return { page, id, beside };
  if (id === beside || route.focus) return { page, id: first, beside: id, focus: "beside" };
  return { page, id, beside };
}

/** The remainder of `route` when a session in it is closed; home when nothing remains. */
export function routeWithout(route: SessionRoute, id: SessionId): Route {
  const left = [route.id, route.beside].find((one) => one !== undefined && one !== id);
  return left === undefined ? { page: "home" } : { page: "session", id: left };
}

export function isPlain(route: Route): route is { page: PlainPage; part?: string } {
  return plainPages.some((name) => name === route.page);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // expected: an address typed by hand
    return undefined;
  }
}
