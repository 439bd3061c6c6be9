import { LoginProvider } from "./login-provider.ts";
import type { SavedLogin } from "./messages.ts";

/**
 * Renews an existing login, only with its own issuer. Never opens a browser: when the login cannot be renewed, the caller
 * learns that a login is missing.
 */
export function renewing(saved: SavedLogin, changed: (saved: SavedLogin) => void): LoginProvider {
  const issuer = saved.client?.issuer ?? saved.tokens?.issuer;
  return new LoginProvider({
    redirectUrl: "http://127.0.0.1/",
    state: "",
    saved,
    ...(typeof issuer === "string" && { issuer }),
    changed,
    authorize: () => {},
  });
}
