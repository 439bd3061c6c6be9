/** Whether commands run in a sandbox, and what would mend it. */
export const sandbox = {
  "sandbox.active":
    "commands run in a sandbox ({by}): no network, writing only in the workspace, .git read-only",
  "sandbox.exposed": "sockets of other users that cannot be hidden from it: {places}",
  "sandbox.off": "commands run without a sandbox: the setting sandbox is off",
  "sandbox.required": "no command runs, because the setting sandbox is required",
  "sandbox.unsupported": "commands run without a sandbox: Kestrel knows none for this system",
  "sandbox.not_installed": "commands run without a sandbox: bubblewrap (bwrap) is not installed",
  "sandbox.apparmor":
    "commands run without a sandbox: AppArmor does not let bubblewrap make user namespaces; give it a profile with userns",
  "sandbox.no_user_namespaces":
    "commands run without a sandbox: this kernel or container allows no user namespaces",
  "sandbox.nested":
    "commands run without a sandbox: no further namespaces are allowed here; Kestrel may already be in a sandbox",
  "sandbox.proc_masked":
    "commands run without a sandbox: this container hides parts of /proc, and a fresh one is not allowed",
  "sandbox.other": "commands run without a sandbox⟨: {detail}⟩",
} as const;
