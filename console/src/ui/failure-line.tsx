import type { Failure } from "@kestrel/protocol";
import { FailureText } from "./failure-text.tsx";

/** What went wrong with what was just asked for, beside it; nothing where nothing did. `className`: its place and size. */
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
