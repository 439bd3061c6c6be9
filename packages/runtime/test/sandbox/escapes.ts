/** What a hostile command may find lying about, and where it tries to leave a sign. All paths are absolute. */
export type Surroundings = {
  workspace: string;
  /** A folder beside the workspace in which anybody may write. */
  outside: string;
  /** Kestrel's own, with a file `token`. */
  data: string;
  /** Sockets somebody listens on: a path outside, a path inside the workspace, an abstract name, a TCP port. */
  socket: string;
  innerSocket: string;
  abstractName: string;
  port: number;
  /** A process of the same user. */
  victim: number;
};

/** An attempt to get out. It fires when it leaves a file `fired-…` outside, reaches a listener, ends the victim, or prints the secret. */
export type Escape = { name: string; script(around: Surroundings): string; programs?: readonly string[] };

const python = ["python3"];
const unix = (address: string) =>
  `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect(${address}); s.send(b'x')"`;

export const escapes: readonly Escape[] = [
  { name: "writes beside the workspace", script: ({ outside }) => `echo x > ${outside}/fired-write` },
  { name: "climbs", script: () => "echo x > ../outside/fired-climb; cd ..; touch outside/fired-cd" },
  { name: "a symbolic link out", script: ({ outside }) => `ln -s ${outside} out; echo x > out/fired-link` },
  {
    name: "a link that was there before",
    script: () => "echo x > planted-link/fired-planted; cp -r . planted-link/fired-copy",
  },
  {
    name: "a hard link out",
    script: ({ outside }) => `ln ${outside}/precious mine && echo x > mine; ln -L ${outside}/precious m2`,
  },
  { name: "moves the workspace", script: ({ outside }) => `mv "$PWD" ${outside}/fired-moved` },
  { name: "renames out", script: ({ outside }) => `touch a; mv a ${outside}/fired-renamed` },
  { name: "deletes outside", script: ({ outside }) => `rm -rf ${outside}/precious ${outside}` },
  { name: "changes modes outside", script: ({ outside }) => `chmod 000 ${outside}/precious ${outside}` },
  {
    name: "time stamps outside",
    script: ({ outside }) => `touch -d 1999-01-01 ${outside}/precious`,
  },
  {
    name: "an open descriptor",
    script: ({ outside }) =>
      `for d in /proc/self/fd/*; do echo x > $d/../fired-fd; (cd $d && touch ${outside}/fired-fd2); done; ls -l /proc/self/fd`,
  },
  {
    name: "the root of another process",
    script: ({ outside, victim }) =>
      `for p in 1 2 ${victim} $PPID; do touch /proc/$p/root${outside}/fired-root /proc/$p/cwd/fired-cwd; done`,
  },
  {
    name: "another mount of the same place",
    script: ({ outside }) =>
      `mkdir m; mount --bind / m && touch m${outside}/fired-bind; mount -o remount,rw / && touch ${outside}/fired-remount; umount ${outside}`,
  },
  {
    name: "user namespaces",
    script: ({ outside }) =>
      `unshare -Urm sh -c 'mount -o remount,rw /; touch ${outside}/fired-userns'; unshare -m true && touch ${outside}/fired-unshare; nsenter -t 1 -m touch ${outside}/fired-nsenter`,
  },
  {
    name: "a device",
    script: ({ outside }) =>
      `mknod disk b 8 0; mknod disk2 b 254 0; cat disk disk2 > /dev/null && touch ${outside}/fired-mknod; ls /dev/sd* /dev/vd* /dev/mem`,
  },
  {
    name: "kernel settings",
    script: () =>
      `for f in kernel/core_pattern vm/swappiness kernel/modprobe; do cat /proc/sys/$f > value; cat value > /proc/sys/$f && echo FIRED $f; done; echo fired > /proc/sys/kernel/domainname; echo h > /proc/sysrq-trigger && echo FIRED sysrq`,
  },
  { name: "kernel settings by a link", script: () => "ln -s /proc/sys s; echo fired > s/kernel/domainname" },
  {
    name: "kernel settings by a fresh /proc",
    script: () => "mkdir p; mount -t proc proc p && echo fired > p/sys/kernel/domainname",
  },
  {
    name: "the release agent of a cgroup",
    script: ({ outside }) =>
      `echo ${outside}/fired > /sys/fs/cgroup/release_agent; mkdir /sys/fs/cgroup/fired`,
  },
  {
    name: "a helper for modules",
    script: ({ outside }) =>
      `cat /sys/kernel/uevent_helper > value; cat value > /sys/kernel/uevent_helper && echo FIRED ${outside}`,
  },
  {
    name: "the victim by signal",
    script: ({ victim }) => `kill -9 ${victim}; kill -TERM ${victim}; kill -9 -${victim}`,
  },
  {
    name: "the victim by ptrace",
    script: ({ victim }) =>
      `python3 -c "import ctypes; print(ctypes.CDLL(None).ptrace(16, ${victim}, 0, 0))"; gdb -p ${victim} -batch; cat /proc/${victim}/environ`,
  },
  {
    name: "the victim's memory",
    script: ({ victim, outside }) =>
      `echo x > /proc/${victim}/mem && touch ${outside}/fired-mem; cat /proc/*/environ`,
  },
  {
    name: "the secret of the daemon",
    script: ({ data }) => `cat ${data}/token; ls -la ${data}; cat ${data}/../data/token`,
  },
  {
    name: "the secret by a link",
    script: ({ data }) => `ln -s ${data}/token t; cat t; grep -r secret-of-the-daemon ${data} ..`,
  },
  {
    name: "the secret by renaming its folder",
    script: ({ data }) => `mv ${data} shown; mv ${data}/.. x; cat shown/token`,
  },
  {
    name: "the secret's folder, unmounted",
    script: ({ data }) => `umount ${data}; umount -l ${data}; cat ${data}/token`,
  },
  {
    name: "keys in the home folder",
    script: () => 'cat "$HOME/.ssh/id_ed25519"; tar c "$HOME" | cat; cat ~/.netrc ~/.config/gh/hosts.yml',
  },
  {
    name: "the daemon by TCP",
    script: ({ port }) =>
      `curl -m 2 http://127.0.0.1:${port}/; bash -c 'echo x > /dev/tcp/127.0.0.1/${port}'; perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:${port}") or die'`,
  },
  {
    name: "the daemon by another address",
    script: ({ port }) =>
      `for a in localhost [::1] 0.0.0.0 127.1.2.3 $(hostname -I); do curl -m 1 http://$a:${port}/; done`,
  },
  { name: "a socket by its path", programs: python, script: ({ socket }) => unix(`'${socket}'`) },
  {
    name: "a socket in the workspace",
    programs: python,
    script: ({ innerSocket }) => unix(`'${innerSocket}'`),
  },
  {
    name: "a socket by a link and by /proc",
    programs: python,
    script: ({ socket }) => `ln -s ${socket} s; ${unix("'s'")}; ${unix(`'/proc/self/root${socket}'`)}`,
  },
  {
    name: "an abstract socket",
    programs: python,
    script: ({ abstractName }) => unix(`'\\0${abstractName}'`),
  },
  {
    name: "a virtual machine's socket, a packet socket",
    programs: python,
    script: ({ outside }) =>
      `python3 -c "import socket
for family in (40, 17, 38):
  try:
    socket.socket(family, socket.SOCK_STREAM if family == 40 else socket.SOCK_RAW)
    print('FIRED family', family)
  except OSError as error: print(family, error)"; true ${outside}`,
  },
  {
    name: "keys of the session",
    programs: python,
    script: () =>
      `python3 -c "import ctypes, platform; n = 250 if platform.machine() == 'x86_64' else 219
libc = ctypes.CDLL(None); print('FIRED keyctl' if libc.syscall(n, 0, -3, 0) >= 0 else 'refused')"`,
  },
  {
    name: "keys into a terminal",
    programs: python,
    script: () =>
      `python3 -c "import fcntl, os
for name in ('/dev/tty', '/dev/console', '/dev/pts/0', '/proc/self/fd/0', '/proc/self/fd/1'):
  try:
    fcntl.ioctl(os.open(name, os.O_RDWR), 0x5412, b'x'); print('FIRED TIOCSTI', name)
  except OSError as error: print(name, error)"`,
  },
  {
    name: "a later process",
    script: ({ outside }) =>
      `setsid sh -c 'sleep 1; touch ${outside}/fired-later' & nohup sh -c 'sleep 1; touch ${outside}/fired-nohup' & (sh -c 'sleep 1; touch ${outside}/fired-double' &) &`,
  },
  {
    name: "a scheduled job",
    script: ({ outside }) =>
      `echo "* * * * * touch ${outside}/fired-cron" | crontab -; echo "touch ${outside}/fired-at" | at now; systemd-run --user touch ${outside}/fired-unit`,
  },
  {
    name: "another user",
    script: ({ outside }) =>
      `sudo -n touch ${outside}/fired-sudo; su -c 'touch ${outside}/fired-su'; pkexec touch ${outside}/fired-pkexec`,
  },
  {
    name: "a set-user-id copy",
    script: ({ outside }) =>
      `cp /bin/dash s; chown 0:0 s; chmod 4755 s; ./s -p -c 'touch ${outside}/fired-suid'`,
  },
  {
    name: "shell start files",
    script: ({ outside }) =>
      `for f in .bashrc .profile .zshenv; do echo 'touch ${outside}/fired-rc' >> "$HOME/$f"; done`,
  },
  {
    name: "files of the machine",
    script: () =>
      `echo x > /etc/fired; echo x > /usr/bin/fired; touch /fired /var/fired /opt/fired /root/fired`,
  },
  {
    name: "the supervisor's words",
    script: () => `for n in 3 4 5 6 7 8; do echo '{"exited":0}' >&$n; done; ls -l /proc/self/fd`,
  },
  {
    name: "its own sandbox's status",
    script: () => `echo '{"exit-code":0}' > /proc/1/fd/3; cat /proc/1/environ /proc/1/cmdline; kill -9 1`,
  },
];
