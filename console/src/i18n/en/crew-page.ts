/** The other models: the lanes above the message field, and the crew page. */
export const crewPage = {
  "crew.lanes": "What other models do",
  "crew.all": "Show all",
  "crew.title": "Other models' work",
  "crew.back": "Back to the session",
  "crew.everybody": "Total",
  "crew.ledger": "Newest first",
  "crew.seconds": "{seconds} s",
  "crew.column.who": "Who",
  "crew.column.jobs": "Jobs",
  "crew.column.used": "Used",
  "crew.column.read": "Tokens read",
  "crew.column.written": "Tokens written",
  "crew.column.took": "Took",
  "crew.column.savedTokens": "Tokens spared the main model",
  "crew.column.savedTime": "No turn waited",
} as const;
