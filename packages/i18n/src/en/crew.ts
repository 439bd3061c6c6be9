/** Models beside the lead. */
export const crew = {
  "crew.role.lead": "lead",
  "crew.role.copilot": "copilot",
  "crew.role.librarian": "librarian",
  "crew.role.critic": "critic",
  "crew.role.larger": "larger model",
} as const;
