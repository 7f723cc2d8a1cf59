#!/usr/bin/env node
import module from 'node:module';

/** Exit code after the reader of the output has closed it (128 + SIGPIPE). */
const UNREAD = 141;

/** Set once the command has finished. */
let code: number | null = null;

// Compiled code is cached for a faster next start; available since Node 22.1.
module.enableCompileCache?.();
// A reader such as `| head` closes the pipe early: that is no failure of the command, whose own code still
// counts.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // A command that has written its last output exits in the same turn.
    setImmediate(() => process.exit(code ?? UNREAD));
  });
}

// Imported only now, so that the cache includes it.
const { runCommandLine } = await import('./command-line.server.ts');
code = await runCommandLine({
  args: process.argv.slice(2),
  variables: process.env,
  // Made when it is read: for a pipe or a terminal Node loads its sockets first.
  get input() {
    return process.stdin;
  },
  output: process.stdout,
  talk: process.stderr,
});
process.exitCode = code;
