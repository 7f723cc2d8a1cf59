#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';

/** Exit code of a program that was ended because nobody reads its output (128 + SIGPIPE). */
const UNREAD = 141;

/** Known once the command has done what it was asked for. */
let code: number | null = null;

// Compiled code is cached, so that the next start is faster; available since Node 22.1.
module.enableCompileCache?.();
// A reader that has seen enough (`| head`) closes the pipe: that is no failure of the command, whose
// own code still counts.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // A command that wrote its last words ends in the same turn.
    setImmediate(() => process.exit(code ?? UNREAD));
  });
}

// Loaded only now, so that the cache holds it as well.
const { runCommandLine } = await import('./command-line.server.ts');
code = await runCommandLine({
  args: process.argv.slice(2),
  variables: process.env,
  input: process.stdin,
  output: process.stdout,
  talk: process.stderr,
});
process.exitCode = code;
