import type { Failure } from "@kestrel/protocol";
import { FailureText } from "./failure-text.tsx";
import { Notice } from "./notice.tsx";

/** The failure that affects this whole view. Renders nothing without one. */
export function FailureNotice({ failure }: { failure: Failure | undefined }) {
  if (!failure) return null;
  return (
    <Notice tone="danger" role="alert">
      <FailureText failure={failure} />
    </Notice>
  );
}
