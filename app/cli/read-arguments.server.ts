import { parseArgs } from 'node:util';

import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

import { readEvalArguments, type EvalArguments } from './eval-arguments.server.ts';
import { COMMANDS } from './usage.ts';
import type { CommandName } from './usage.ts';

/** The command to run, as read from the arguments. */
export type CliCommand =
  | { name: 'help'; of: CommandName | null }
  | { name: 'version' }
  | { name: 'generate'; document: string; out: string; tools: string[] | null; force: boolean }
  | { name: 'inspect'; document: string; json: boolean }
  | { name: 'check'; target: string; json: boolean }
  | { name: 'serve'; document: string; port: number; mock: boolean }
  | EvalArguments;

/** `command`: the intended one, if known. */
export interface UsageFailure {
  reason: 'usage';
  message: string;
  command: CommandName | null;
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

const OPTIONS = {
  generate: {
    ...HELP,
    out: { type: 'string', short: 'o' },
    tools: { type: 'string' },
    force: { type: 'boolean' },
  },
  inspect: { ...HELP, json: { type: 'boolean' } },
  check: { ...HELP, json: { type: 'boolean' } },
  serve: { ...HELP, port: { type: 'string', short: 'p' }, mock: { type: 'boolean' } },
} as const;

const DEFAULT_PORT = 3_000;

/** Reads the arguments after the program's name. */
export function readArguments(args: string[]): Result<CliCommand, UsageFailure> {
  const [name, ...rest] = args;
  if (name === undefined) return refuse('Name a command.', null);
  if (name === '--help' || name === '-h' || name === 'help') {
    return succeed({ name: 'help', of: isCommand(rest[0]) ? rest[0] : null });
  }
  if (name === '--version' || name === '-v') return succeed({ name: 'version' });
  if (!isCommand(name)) {
    const near = closestName(name, Object.keys(COMMANDS));
    return refuse(
      `There is no command "${name}"${near === null ? '' : `: did you mean "${near}"`}.`,
      null,
    );
  }
  try {
    return readCommand(name, rest);
  } catch (error) {
    // parseArgs reports unknown options this way, in a readable sentence.
    const isUsage = error instanceof TypeError && 'code' in error;
    if (!isUsage || !String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    return refuse(error.message.replace(/\. To specify a positional.*$/s, '.'), name);
  }
}

function readCommand(name: CommandName, args: string[]): Result<CliCommand, UsageFailure> {
  if (args.includes('--help') || args.includes('-h')) return succeed({ name: 'help', of: name });
  if (name === 'generate') return readGenerate(args);
  if (name === 'serve') return readServe(args);
  if (name === 'eval') {
    const read = readEvalArguments(args);
    return read.ok ? read : refuse(read.message, name);
  }
  const { values, positionals } = parseArgs({
    args,
    options: OPTIONS[name],
    allowPositionals: true,
  });
  const named = readNamed(name, positionals);
  if (!named.ok) return named;
  const json = values.json === true;
  return succeed(
    name === 'check' ? { name, target: named.value, json } : { name, document: named.value, json },
  );
}

function readGenerate(args: string[]): Result<CliCommand, UsageFailure> {
  const name = 'generate';
  const { values, positionals } = parseArgs({
    args,
    options: OPTIONS[name],
    allowPositionals: true,
  });
  const named = readNamed(name, positionals);
  if (!named.ok) return named;
  if (values.out === undefined || values.out === '')
    return refuse('Name the directory to write: --out <dir>.', name);
  const tools = values.tools?.split(',').map((tool) => tool.trim());
  if (tools?.includes('')) return refuse('--tools takes names with commas between them.', name);
  const { out, force = false } = values;
  return succeed({ name, document: named.value, out, tools: tools ?? null, force });
}

function readServe(args: string[]): Result<CliCommand, UsageFailure> {
  const name = 'serve';
  const { values, positionals } = parseArgs({
    args,
    options: OPTIONS[name],
    allowPositionals: true,
  });
  const named = readNamed(name, positionals);
  if (!named.ok) return named;
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port || 'none');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return refuse(`--port takes a number from 0 to 65535, not "${values.port}".`, name);
  return succeed({ name, document: named.value, port, mock: values.mock === true });
}

/** The single positional argument of a command. */
function readNamed(name: CommandName, positionals: string[]): Result<string, UsageFailure> {
  const [named, ...others] = positionals;
  if (named !== undefined && others.length === 0) return succeed(named);
  const what = name === 'check' ? 'an endpoint or a directory' : 'a document';
  return refuse(`Name ${what}, and one only.`, name);
}

function isCommand(word: string | undefined): word is CommandName {
  return word !== undefined && Object.hasOwn(COMMANDS, word);
}

function refuse(message: string, command: CommandName | null) {
  return fail({ reason: 'usage' as const, message, command });
}
