import { redactorHere } from "../src/export/export-piece.ts";
import type { Crew, CrewMember } from "../src/ports/crew.ts";
import type { ModelBackend } from "../src/ports/model-backend.ts";

/** A crew of the backends that a test names by role; each is called `small`. */
export function crewOf(members: Partial<Record<CrewMember["role"], ModelBackend>>): Crew {
  return {
    member: (role) => {
      const backend = members[role];
      return backend && { role, label: "small", backend, redactor: redactorHere };
    },
    librarian: () => undefined,
  };
}
