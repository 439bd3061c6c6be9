import type { Failure } from "@kestrel/protocol";
import { FailureText } from "./failure-text.tsx";
import { Notice } from "./notice.tsx";

/** What went wrong with all of what is shown here; nothing where nothing did. */
export function FailureNotice({ failure }: { failure: Failure | undefined }) {
  if (!failure) return null;
  return (
    <Notice tone="danger" role="alert">
      <FailureText failure={failure} />
    </Notice>
  );
}
