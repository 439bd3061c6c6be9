import { SessionId } from "@kestrel/protocol";

/** Where the console can be, as it stands after `#` in the address. */
export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "session"; id: SessionId }
  | { page: "replay"; id: SessionId }
  | { page: "engine" }
  | { page: "own-model" }
  | { page: "settings" };

export function addressOf(route: Route): string {
  switch (route.page) {
    case "home":
      return "#/";
    case "new":
    case "engine":
    case "own-model":
    case "settings":
      return `#/${route.page}`;
    case "session":
      return `#/sessions/${route.id}`;
    case "replay":
      return `#/sessions/${route.id}/replay`;
    default:
      return route satisfies never;
  }
}

/** Reads an address; one that leads nowhere leads home. */
export function routeAt(hash: string): Route {
  const [page, id, part] = hash.replace(/^#\/?/, "").split("/");
  if (page === "new" || page === "engine" || page === "own-model" || page === "settings") return { page };
  const session = SessionId.safeParse(id);
  if (page === "sessions" && session.success) {
    return { page: part === "replay" ? "replay" : "session", id: session.data };
  }
  return { page: "home" };
}
