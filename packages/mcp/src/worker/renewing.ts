import { LoginProvider } from "./login-provider.ts";
import type { SavedLogin } from "./messages.ts";

/**
 * A login that is there is renewed as its server allows, by who issued it and nobody else; nobody is sent anywhere, and where it
 * ended the answer is that a login is missing.
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
