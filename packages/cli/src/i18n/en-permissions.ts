/** The sentences of `permissions`, and of a question's options. */
export const permissions = {
  "permissions.none": "No rules yet. The mode decides what needs your approval.",
  "permissions.roots": "open in every session, by absolute path (permission.roots in your configuration)",
  "permissions.configured": "from your configuration",
  "permissions.ofSession": "allowed for this session",
  "permissions.revoked": "Revoked.",
  "permissions.slashHow": "/permissions lists the rules; /permissions revoke ID; /permissions why COMMAND",
  "permissions.noSuch": "There is no rule {id}. `kestrel permissions list` lists them.",
  "permissions.addHow":
    "Usage: kestrel permissions add allow 'command: npm test *' (or ask, deny; path: src/**, host: example.org, the name of a tool).",
  "permissions.meant": "A rule needs its kind. For a command: kestrel permissions add {verdict} '{rule}'",
  "permissions.unheard": "The rule is stored, but has no effect as it is: {rule}. {why}",
  "permissions.why.allow": "Runs without asking: {command}",
  "permissions.why.ask": "Asks first: {command}",
  "permissions.why.deny": "Denied: {command}",
  "permissions.wouldAllow": "Rules that would allow this (`kestrel permissions add allow`):",
} as const;
