import type { Failure } from "@kestrel/protocol";
import { FailureText } from "./failure-text.tsx";

/** The failure of an action, shown next to it. Renders nothing without one. `className`: its position and size. */
export function FailureLine({
  failure,
  className = "",
}: {
  failure: Failure | undefined;
  className?: string;
}) {
  if (!failure) return null;
  return (
    <div role="alert" className={`text-danger ${className}`}>
      <FailureText failure={failure} />
    </div>
  );
}
