import { visibleText } from "@kestrel/text";
import diagramProgram from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import type { PreviewKind } from "./preview-kind.ts";

/** CSS pixels. */
const least = 120;
const most = 640;

type Told = { preview?: string; height?: number; reason?: string };

/** A preview of code in a sandboxed frame of opaque origin without network access. None of its scripts run. */
export function Preview({ kind, text }: { kind: PreviewKind; text: string }) {
  const { t } = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    const show = async () => {
      const program = kind === "mermaid" ? await (await fetch(diagramProgram)).text() : undefined;
      const isDark = getComputedStyle(document.documentElement).colorScheme.includes("dark")
        ? matchMedia("(prefers-color-scheme: dark)").matches ||
          document.documentElement.dataset.theme === "dark"
        : false;
      // An opaque origin cannot be named as a target; only this frame can receive the message.
      frame.current?.contentWindow?.postMessage({ kind, text, program, isDark }, "*");
    };
    const hear = ({ source, data }: MessageEvent<Told>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data?.preview === "ready") void show().catch(() => setFailed("")); // expected: the daemon is not reachable
      if (data?.preview === "failed") setFailed(String(data.reason));
      if (data?.preview === "shown" && typeof data.height === "number")
        setHeight(Math.min(most, Math.max(least, Math.ceil(data.height) + 16)));
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [kind, text]);
  if (failed !== undefined) {
    return (
      <p role="alert" className="px-4 pb-3 text-ui text-dim [overflow-wrap:anywhere]">
        <VisibleText text={t("code.preview.failed", { reason: visibleText(failed) })} />
      </p>
    );
  }
  return (
    <iframe
      ref={frame}
      title={t("code.preview.title")}
      src="/preview"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="block w-full border-0 border-t border-soft"
      style={{ height }}
    />
  );
}
