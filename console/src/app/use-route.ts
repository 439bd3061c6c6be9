import { useSyncExternalStore } from "react";
import { addressOf, type Route, routeAt } from "./routes.ts";

let known = { hash: "", route: routeAt("") };

function current(): Route {
  const { hash } = window.location;
  if (hash !== known.hash) known = { hash, route: routeAt(hash) };
  return known.route;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** The route of the current address. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

/** Replaces the current history entry, for another state of the same page. */
export function goInstead(route: Route): void {
  window.location.replace(addressOf(route));
}

export function go(route: Route): void {
  window.location.hash = addressOf(route);
}
