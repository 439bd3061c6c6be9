import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useState } from "react";
import { ChatPage } from "../features/chat/chat-page.tsx";
import { useBoard } from "../session/workbench-context.tsx";
import { addressOf } from "./routes.ts";

type SessionPageProps = { id: SessionId; menu: ReactNode; onContinue: () => Promise<void> };

/** A session and, beside it, its inspector. */
export function SessionPage({ id, menu, onContinue }: SessionPageProps) {
  const engine = useBoard((board) => board.engine);
  const [inspector, setInspector] = useState(false);
  return (
    <div className="flex h-full min-w-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <ChatPage
          id={id}
          engine={engine}
          engineAddress={addressOf({ page: "engine" })}
          menu={menu}
          inspectorOpen={inspector}
          onInspector={() => setInspector(!inspector)}
          onLens={() => setInspector(true)}
          onContinue={onContinue}
        />
      </div>
    </div>
  );
}
