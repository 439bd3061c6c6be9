import { useEffect, useState } from "react";
import { forgetToken, type Login } from "../login/find-token.ts";
import { LoginPage } from "../login/login-page.tsx";
import { shareToken } from "../login/share-token.ts";
import { Workbench } from "../session/workbench.ts";
import { WorkbenchProvider } from "../session/workbench-context.tsx";
import { Frame } from "./frame.tsx";

/** In or out: the workbench when this tab has the key, else how to get it. */
export function App({ login }: { login: Login }) {
  const [state, setState] = useState(login);
  const token = state.kind === "in" ? state.token : undefined;
  const [workbench] = useState(() => {
    if (token === undefined) return undefined;
    return new Workbench({ baseUrl: window.location.origin, token }, () => {
      forgetToken();
      setState({ kind: "out", failure: { code: "unauthorized" } });
    });
  });
  useEffect(() => (token === undefined ? undefined : shareToken(token)), [token]);
  if (state.kind === "out" || !workbench) {
    return <LoginPage failure={state.kind === "out" ? state.failure : undefined} />;
  }
  return (
    <WorkbenchProvider workbench={workbench}>
      <Frame />
    </WorkbenchProvider>
  );
}
