import type { LocalEntry } from './config-entry.ts';
import { quoteShellWord } from './quote-shell-word.ts';

const FIRST_PORT = 8000;

/** How a program that talks over stdio gets an address that a page can ask. */
export interface Bridge {
  command: string;
  url: string;
}

/**
 * The command that serves a stdio server over Streamable HTTP on the user's own machine, to pages of this origin only.
 * https://github.com/supercorp-ai/supergateway (4.0): `--stateful` keeps the program running between requests.
 * @param index of the program in its configuration: each has a port of its own
 */
export function toBridge(entry: LocalEntry, origin: string, index = 0): Bridge {
  const port = FIRST_PORT + index;
  const program = [entry.command, ...entry.args].map(quoteShellWord).join(' ');
  const variables = entry.variables.map((name) => `${name}=…`);
  const command = [
    ...variables,
    'npx -y supergateway',
    `--stdio ${quoteProgram(program)}`,
    '--outputTransport streamableHttp',
    '--stateful',
    `--port ${port}`,
    `--cors ${quoteShellWord(origin)}`,
  ].join(' ');
  return { command, url: `http://localhost:${port}/mcp` };
}

/** In double quotes where nothing in it means anything to a shell: those are Windows' only ones. */
function quoteProgram(program: string): string {
  return /^[\w ./:@=-]+$/.test(program) ? `"${program}"` : quoteShellWord(program);
}
