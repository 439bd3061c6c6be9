import { join } from "node:path";

/** Input of a service definition. */
export type ServiceFacts = {
  platform: NodeJS.Platform;
  /** The program and its arguments; the first is an absolute path. */
  command: readonly string[];
  /** Environment variables in addition to the system's defaults for user services. */
  environment: Readonly<Record<string, string>>;
  home: string;
  /** The user's configuration folder; `~/.config` unless it was moved. */
  configHome: string;
  dataFolder: string;
  uid: number;
};

/** A user service: its file, and the commands that enable, disable and check it. */
export type ServiceDefinition = {
  file: string;
  text: string;
  install: readonly (readonly string[])[];
  remove: readonly (readonly string[])[];
  isActive: readonly string[];
};

/** The service that runs a daemon from login on; undefined without a supported service manager. */
export function serviceDefinition(facts: ServiceFacts): ServiceDefinition | undefined {
  const { platform, home, configHome, dataFolder, uid } = facts;
  if (platform === "linux") {
    const systemctl = (...words: string[]) => ["systemctl", "--user", ...words];
    return {
      file: join(configHome, "systemd", "user", "kestrel.service"),
      text: systemdUnit(facts),
      install: [systemctl("daemon-reload"), systemctl("enable", "--now", "kestrel.service")],
      remove: [systemctl("disable", "--now", "kestrel.service")],
      isActive: systemctl("is-active", "--quiet", "kestrel.service"),
    };
  }
  if (platform === "darwin") {
    const file = join(home, "Library", "LaunchAgents", `${launchdLabel}.plist`);
    return {
      file,
      text: launchdPlist(facts),
      install: [["launchctl", "bootstrap", `gui/${uid}`, file]],
      remove: [["launchctl", "bootout", `gui/${uid}/${launchdLabel}`]],
      isActive: ["launchctl", "print", `gui/${uid}/${launchdLabel}`],
    };
  }
  if (platform !== "win32") return undefined;
  const file = join(dataFolder, "kestrel-task.xml");
  return {
    file,
    text: windowsTask(facts),
    install: [
      ["schtasks", "/Create", "/F", "/TN", "Kestrel", "/XML", file],
      ["schtasks", "/Run", "/TN", "Kestrel"],
    ],
    remove: [
      ["schtasks", "/End", "/TN", "Kestrel"],
      ["schtasks", "/Delete", "/F", "/TN", "Kestrel"],
    ],
    isActive: ["schtasks", "/Query", "/TN", "Kestrel"],
  };
}

const launchdLabel = "dev.kestrel.daemon";

/** A normal exit is not restarted: `kestrel stop` stays stopped. Neither is a wrong command line (exit code 2). */
function systemdUnit({ command, environment }: ServiceFacts): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const words = [...(variables.length > 0 ? ["/usr/bin/env", ...variables] : []), ...command];
  return `[Unit]
Description=Kestrel

[Service]
Type=exec
ExecStart=${words.map(systemdWord).join(" ")}
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=2
TimeoutStopSec=15

[Install]
WantedBy=default.target
`;
}

/** One argument, quoted by systemd.syntax(7) and the rules of systemd.service(5) for `%` and `$`. */
function systemdWord(word: string): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("%", "%%")
    .replaceAll("$", "$$$$");
  return /^[\w./:=,+@-]+$/.test(word) ? word : `"${escaped}"`;
}

function launchdPlist({ command, environment, dataFolder }: ServiceFacts): string {
  const strings = command.map((word) => `    <string>${xml(word)}</string>`).join("\n");
  const variables = Object.entries(environment)
    .map(([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>`)
    .join("\n");
  const output = xml(join(dataFolder, "daemon-output.log"));
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>StandardOutPath</key>
  <string>${output}</string>
  <key>StandardErrorPath</key>
  <string>${output}</string>
</dict>
</plist>
`;
}

/** A task has no environment: the shell that starts it sets Kestrel's variables. */
function windowsTask({ command, environment }: ServiceFacts): string {
  const [program = "", ...words] = command;
  const own = Object.entries(environment).filter(([name]) => name.startsWith("KESTREL_"));
  const line = [program, ...words].map((word) => `"${word}"`).join(" ");
  const sets = own.map(([name, value]) => `set "${name}=${value}"&& `).join("");
  const [exec, args] =
    own.length === 0
      ? [program, words.map((word) => `"${word}"`).join(" ")]
      : ["cmd.exe", `/d /s /c "${sets}${line}"`];
  return `<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Kestrel</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>3</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(exec)}</Command>
      <Arguments>${xml(args)}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

function xml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => named[sign] ?? sign);
}

/** Variables that the daemon needs. Keys and tokens are excluded: backups and other users may read the service's file. */
export function variablesToKeep(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && wanted.test(name) && !secret.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(kept.sort()) as Record<string, string>;
}

const wanted = /^(?:PATH|LANG|XDG_(?:DATA|CONFIG|CACHE)_HOME|KESTREL_\w+)$/;
const secret = /KEY|TOKEN|SECRET|PASSWORD|DEBUG/;
