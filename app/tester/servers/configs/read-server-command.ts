import type { ReadServers } from './config-entry.ts';
import { splitBearer } from './read-entry.ts';
import { splitCommand } from './split-command.ts';
import { unwrapBridge } from './unwrap-bridge.ts';

/** Options of `claude mcp add` that take a value. */
const WITH_VALUE = new Set(['--transport', '-t', '--scope', '-s', '--env', '-e', '--header', '-H']);
/** The programs that start a server. */
const STARTS_SERVER = /^(npx|uvx|node|python3?|docker|deno|bunx?|pnpx)\s/;

/** The server that a command line adds or starts; null: the text is no such command. */
export function readServerCommand(text: string): ReadServers | null {
  if (/^claude\s+mcp\s+add\s/.test(text)) return readClaudeAdd(splitCommand(text).slice(3));
  if (!STARTS_SERVER.test(text) || text.includes('{')) return null;
  const [command = '', ...args] = splitCommand(text);
  const wrapped = unwrapBridge([command, ...args], {});
  const none = { from: 'a command', remote: [], local: [], skipped: [] };
  if (wrapped)
    return { ...none, remote: [{ name: '', ...wrapped, ...splitBearer(wrapped.headers) }] };
  const name = args.find((word) => !word.startsWith('-')) ?? command;
  return { ...none, local: [{ name, command, args, variables: [] }] };
}

function readClaudeAdd(words: readonly string[]): ReadServers | null {
  const plain: string[] = [];
  const options: [name: string, value: string][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      plain.push(...words.slice(at + 1));
      break;
    }
    if (WITH_VALUE.has(word)) options.push([word, words[(at += 1)] ?? '']);
    else plain.push(word);
  }
  const [name = '', target, ...args] = plain;
  if (target === undefined) return null;
  const valuesOf = (...names: string[]) =>
    options.flatMap(([option, value]) => (names.includes(option) ? [value] : []));
  const none = { from: 'a Claude Code command', remote: [], local: [], skipped: [] };
  if (!/^https?:\/\//.test(target)) {
    const variables = valuesOf('--env', '-e').map((each) => each.split('=')[0] ?? '');
    return { ...none, local: [{ name, command: target, args, variables }] };
  }
  const headers = valuesOf('--header', '-H').map((header) => {
    const [key = '', ...value] = header.split(':');
    return { name: key.trim(), value: value.join(':').trim() };
  });
  const transport = valuesOf('--transport', '-t').includes('sse') ? 'sse' : 'http';
  return { ...none, remote: [{ name, url: target, transport, ...splitBearer(headers) }] };
}
