/** A loadout that changes nothing: every part is a template. */
export function blankLoadout(name: string): string {
  return `# What each part costs: kestrel loadout check ${name}

# persona = """
# You look after a small shop's accounts.
# """

# skills = ["pdf"]     # naming any closes the catalogue: nothing else is in it

[metadata]
name = ${JSON.stringify(name)}
version = "1"
# description = "Keeps the accounts of a small shop."

# [model]              # left out: the model that is in use
# source = "self"
# path = "/home/ada/models/Qwen3-8B-Q4_K_M.gguf"
# window = 32768

# [tools]
# core = ["read", "search"]

# [mcp]
# servers = ["home-assistant"]   # of your own configuration, by name

# [permission]
# mode = "plan"        # stricter than yours it holds; a laxer one is only shown
# deny = ["command: git push*"]

# [memory]
# seed = "The accounts are in accounts.csv, amounts in cents."
`;
}
