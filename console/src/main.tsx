import "./no-eval.ts";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { noteKeys } from "./approval/key-times.ts";
import { loadWords } from "./i18n/language.tsx";
import { beginAnewWithCode, findToken, takeCode } from "./login/find-token.ts";
import { firstLanguage, PreferencesProvider } from "./preferences/preferences.tsx";

noteKeys(window);
const code = takeCode(window.location, window.history);
beginAnewWithCode();
const root = document.getElementById("root");
if (root) {
  const [login, words] = await Promise.all([findToken(code), loadWords(firstLanguage())]);
  createRoot(root).render(
    <StrictMode>
      <PreferencesProvider words={words}>
        <App login={login} />
      </PreferencesProvider>
    </StrictMode>,
  );
}
