import "./no-eval.ts";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { noteKeys } from "./approval/key-times.ts";
import { beginAnewWithCode, findToken, takeCode } from "./login/find-token.ts";
import { PreferencesProvider } from "./preferences/preferences.tsx";

noteKeys(window);
const code = takeCode(window.location, window.history);
beginAnewWithCode();
const root = document.getElementById("root");
if (root) {
  const login = await findToken(code);
  createRoot(root).render(
    <StrictMode>
      <PreferencesProvider>
        <App login={login} />
      </PreferencesProvider>
    </StrictMode>,
  );
}
