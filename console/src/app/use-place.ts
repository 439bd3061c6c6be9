import { useSyncExternalStore } from "react";
import { addressOf, type Place, placeAt } from "./routes.ts";

let known = { hash: "", place: placeAt("") };

function current(): Place {
  const { hash } = window.location;
  if (hash !== known.hash) known = { hash, place: placeAt(hash) };
  return known.place;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** The place the address names. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, current);
}

export function go(place: Place): void {
  window.location.hash = addressOf(place);
}
