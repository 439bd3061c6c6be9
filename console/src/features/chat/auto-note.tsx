import { autoWithoutSandbox, type SayAny } from "@kestrel/i18n";
import type { Mode } from "@kestrel/protocol";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { passOver } from "../../session/failure.ts";

/** Explains what the mode `auto` does without an active sandbox. */
export function AutoNote({ mode }: { mode: Mode }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [sandbox, setSandbox] = useState<SandboxStatus>();
  const isAuto = mode === "auto";
  useEffect(() => {
    if (!isAuto) return;
    let wanted = true;
    store.client.call("sandbox").then((answer) => wanted && setSandbox(answer.sandbox), passOver);
    return () => {
      wanted = false;
    };
  }, [isAuto, store]);
  const text = isAuto && sandbox ? autoWithoutSandbox(sandbox, t as SayAny) : undefined;
  if (text === undefined) return null;
  return (
    <p role="status" className="mb-2 text-ui text-warn">
      {text}
    </p>
  );
}
