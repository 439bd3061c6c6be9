/** One instruction of classic BPF: operation, jump offsets if true and if false, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = 0x20;
const jumpEqual = 0x15;
const jumpAtLeast = 0x35;
const jumpAnyBit = 0x45;
const give = 0x06;

const allow = 0x7fff0000;
const refuse = (errno: number) => 0x00050000 | errno;
const notPermitted = refuse(1);
const noSuchCall = refuse(38);
const noSuchFamily = refuse(97);

/** Offsets of a filter's input: the call number, the architecture, the low halves of the first two arguments. */
const numberAt = 0;
const architectureAt = 4;
const firstArgumentAt = 16;
const secondArgumentAt = 24;

const newUserNamespace = 0x10000000;
/** Unix, IPv4, IPv6, netlink. Others, such as vsock, are not confined by network namespaces. */
const families = [1, 2, 10, 16];
/** Input into a terminal: TIOCSTI, TIOCLINUX. */
const terminalInput = [0x5412, 0x541c];

type Calls = {
  architecture: number;
  refused: readonly number[];
  clone: number;
  clone3: number;
  unshare: number;
  socket: number;
  ioctl: number;
};

/**
 * System calls by number. Refused: keyctl, add_key, request_key (session keys are in no namespace), bpf, perf_event_open, userfaultfd,
 * io_uring_*, open_by_handle_at, kexec_*, *_module, setns, syslog.
 */
const callsOf: Readonly<Record<string, Calls>> = {
  x64: {
    architecture: 0xc000003e,
    refused: [250, 248, 249, 321, 298, 323, 425, 426, 427, 304, 246, 320, 175, 313, 176, 308, 103],
    clone: 56,
    clone3: 435,
    unshare: 272,
    socket: 41,
    ioctl: 16,
  },
  arm64: {
    architecture: 0xc00000b7,
    refused: [219, 217, 218, 280, 241, 282, 425, 426, 427, 265, 104, 294, 105, 273, 106, 268, 116],
    clone: 220,
    clone3: 435,
    unshare: 97,
    socket: 198,
    ioctl: 29,
  },
};

/** The seccomp filter of sandboxed commands, as bytes for bubblewrap; undefined for a processor with unknown call numbers. */
export function seccompFilter(processor: string = process.arch): Buffer | undefined {
  const calls = callsOf[processor];
  if (!calls) return undefined;
  const { architecture, refused, clone, clone3, unshare, socket, ioctl } = calls;
  const program: Instruction[] = [
    [load, 0, 0, architectureAt],
    [jumpEqual, 1, 0, architecture],
    [give, 0, 0, noSuchCall],
    [load, 0, 0, numberAt],
    // x32 has other numbers for the same calls.
    ...(processor === "x64" ? when(jumpAtLeast, 0x40000000, noSuchCall) : []),
    ...refused.flatMap((number) => when(jumpEqual, number, notPermitted)),
    // Its flags are in memory, which a filter cannot read; the C library falls back to clone.
    ...when(jumpEqual, clone3, noSuchCall),
    ...of(clone, firstArgumentAt, when(jumpAnyBit, newUserNamespace, notPermitted)),
    ...of(unshare, firstArgumentAt, when(jumpAnyBit, newUserNamespace, notPermitted)),
    ...of(socket, firstArgumentAt, [
      ...families.flatMap((family) => when(jumpEqual, family, allow)),
      [give, 0, 0, noSuchFamily],
    ]),
    ...of(
      ioctl,
      secondArgumentAt,
      terminalInput.flatMap((request) => when(jumpEqual, request, notPermitted)),
    ),
    [give, 0, 0, allow],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}

function when(jump: number, value: number, verdict: number): Instruction[] {
  return [
    [jump, 0, 1, value],
    [give, 0, 0, verdict],
  ];
}

/** Checks an argument of one call; calls that `look` does not decide are allowed. */
function of(number: number, argumentAt: number, look: Instruction[]): Instruction[] {
  const body: Instruction[] = [[load, 0, 0, argumentAt], ...look, [give, 0, 0, allow]];
  return [[jumpEqual, 0, body.length, number], ...body];
}
