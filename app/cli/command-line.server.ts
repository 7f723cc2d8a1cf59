import { version } from 'virtual:build';

import { readArguments } from './read-arguments.server.ts';
import type { CliCommand } from './read-arguments.server.ts';
import { createTerminal } from './terminal.server.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';
import { describeUsage } from './usage.ts';

/** Runs the command of a command line and returns the exit code. */
export async function runCommandLine(invocation: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(invocation);
  const command = readArguments(invocation.args);
  if (command.ok) return await runCommand(command.value, invocation, terminal);
  terminal.complain(command.message);
  const help = command.command === null ? '' : ` ${command.command}`;
  terminal.say(`mcp-builder${help} --help shows the usage.`);
  return 2;
}

/** Imports and runs a command; each is loaded on demand. */
async function runCommand(
  command: CliCommand,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  switch (command.name) {
    case 'help':
      terminal.print(describeUsage(command.of));
      return 0;
    case 'version':
      terminal.print(version);
      return 0;
    case 'generate': {
      const { runGenerate } = await import('./generate-command.server.ts');
      return await runGenerate(command, invocation, terminal);
    }
    case 'inspect': {
      const { runInspect } = await import('./inspect-command.server.ts');
      return await runInspect(command, invocation, terminal);
    }
    case 'check': {
      const { runCheck } = await import('./check-command.server.ts');
      return await runCheck(command, invocation, terminal);
    }
    case 'serve': {
      const { runServe } = await import('./serve-command.server.ts');
      return await runServe(command, invocation, terminal);
    }
    case 'eval': {
      const { runEvalCommand } = await import('./eval-command.server.ts');
      return await runEvalCommand(command, invocation, terminal);
    }
  }
}
