import { useEffect, useState } from "react";
import { forgetToken, type Login } from "../login/find-token.ts";
import { LoginPage } from "../login/login-page.tsx";
import { shareToken } from "../login/share-token.ts";
import { ConsoleProvider } from "../session/console-context.tsx";
import { ConsoleStore } from "../session/console-store.ts";
import { Frame } from "./frame.tsx";

/** The console with a store when this tab has a token, else the login page. */
export function App({ login }: { login: Login }) {
  const [state, setState] = useState(login);
  const token = state.kind === "in" ? state.token : undefined;
  const [store] = useState(() => {
    if (token === undefined) return undefined;
    return new ConsoleStore({ baseUrl: window.location.origin, token }, () => {
      // Another tab logged in since: reload with its token, at the same address.
      if (forgetToken(token)) window.location.reload();
      else setState({ kind: "out", failure: { code: "unauthorized" } });
    });
  });
  useEffect(() => (token === undefined ? undefined : shareToken(token)), [token]);
  if (state.kind !== "in" || !store) {
    const failure = state.kind === "out" ? state.failure : undefined;
    return <LoginPage failure={failure} watched={state.kind === "watched"} />;
  }
  return (
    <ConsoleProvider store={store}>
      <Frame />
    </ConsoleProvider>
  );
}
