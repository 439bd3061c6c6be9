// Preloaded by the warm-up: the program takes its pipes for a terminal.
for (const stream of [process.stdin, process.stdout]) stream.isTTY = true;
process.stdin.setRawMode = () => process.stdin;
