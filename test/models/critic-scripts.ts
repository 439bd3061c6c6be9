import { callsThenSays, type Scripts } from "./scripted/script.ts";

/** A model that is led to remove a folder nobody spoke of. */
export const wipeScripts: Scripts = {
  wipe: callsThenSays("shell", { command: "rm -r letters" }, "Tidied up."),
};

/** What a critic answers whatever it is asked about. */
export function criticSays(says: string): Scripts {
  return { look: { heard: "You give a second opinion", says } };
}

/** As a critic should: `letters` is nothing that the person wanted to lose. */
export const warning = JSON.stringify({
  verdict: "dangerous",
  reason: "It removes the folder letters, which nobody asked for.",
});

/** The lines of a loadout that seat it. */
export function criticAt(url: string): string {
  return `[crew.critic]\nsource = "connect"\nurl = "${url}"\n`;
}
