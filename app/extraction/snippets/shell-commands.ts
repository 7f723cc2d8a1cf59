import { readCurlWords } from '#app/blueprint/import/curl/curl-request.ts';
import type { WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { readShellWords } from '#app/blueprint/import/curl/shell-words.ts';

import { findCommands } from './find-commands.ts';
import type { PlacedCommand } from './find-commands.ts';
import { linesOf } from './found.ts';
import type { Found, Span } from './found.ts';
import { readHttpieWords } from './httpie.ts';
import { toEndpoint } from './to-endpoint.ts';

interface Assignment {
  name: string;
  script: string;
  start: number;
  end: number;
}

/** Options of wget, by their name in curl. */
const OF_WGET: readonly [RegExp, string][] = [
  [/^--method(?==|$)/, '--request'],
  [/^--(?:body-data|post-data)(?==|$)/, '--data'],
  [/^--(?:body-file|post-file)(?==|$)/, '--data=@file --output'],
  [/^-(?:O|qO)$/, '--output'],
  [/^--(?:output-document|http-password|password)(?==|$)/, '--output'],
  [/^--(?:http-user|user)(?==|$)/, '--user'],
  [/^-qO-$/, '--silent'],
];

/** Reads cURL, wget, HTTPie and xh commands, with the shell variables they use. */
export function readShellCommands(text: string): Found {
  const commands = findCommands(text);
  if (commands.length === 0) return { endpoints: [], spans: [] };
  const used = new Set(
    commands.flatMap(({ script }) =>
      [...script.matchAll(/[$%]\{?(\w+)/g)].map((found) => found[1]),
    ),
  );
  const assignments = findAssignments(text).filter(({ name }) => used.has(name));
  const set = new Set(assignments.map(({ name }) => name));
  const pieces = [...assignments, ...commands].toSorted((a, b) => a.start - b.start);
  const owners = new Map<number, PlacedCommand>();
  const script: string[] = [];
  let line = 1;
  for (const piece of pieces) {
    const own = piece.script.replace(/%(\w+)%/g, (all, name: string) =>
      set.has(name) ? `\${${name}}` : all,
    );
    const lines = own.split('\n').length;
    if ('program' in piece)
      for (let each = 0; each < lines; each += 1) owners.set(line + each, piece);
    script.push(own);
    line += lines;
  }
  const spans: Span[] = assignments.map(({ start, end }) => [start, end]);
  const endpoints: Found['endpoints'] = [];
  for (const { words, line: at } of readShellWords(script.join('\n'))) {
    const command = owners.get(at);
    if (!command) continue;
    const sketches = readWords(words).flatMap(
      (request) => toEndpoint(request, command.comment) ?? [],
    );
    endpoints.push(...sketches.map((sketch) => ({ at: command.start, sketch })));
    if (sketches.length > 0) spans.push([command.start, command.end]);
  }
  return { endpoints, spans };
}

function readWords([program = '', ...words]: readonly string[]): WrittenRequest[] {
  const name = program.toLowerCase().replace(/\.exe$/, '');
  if (name === 'curl') return readCurlWords(words).requests.filter(({ url }) => !/^\.*$/.test(url));
  if (name === 'wget') return readCurlWords(words.map(ofWget)).requests;
  return /^(?:https?|xhs?)$/.test(name) ? readHttpieWords(words) : [];
}

function ofWget(word: string): string {
  const known = OF_WGET.find(([pattern]) => pattern.test(word));
  return known ? word.replace(known[0], known[1]) : word;
}

function findAssignments(text: string): Assignment[] {
  return linesOf(text).flatMap(({ text: line, at }) => {
    const found =
      /^[ \t]*(?:[$>][ \t]+)?(?:export[ \t]+|set[ \t]+"?)?([A-Za-z_]\w*)=(?=[^\s=])(.*?)"?[ \t]*\r?$/.exec(
        line,
      ) ?? /^[ \t]*\$(?:env:)?([A-Za-z_]\w*)[ \t]*=[ \t]*(["'].*)$/.exec(line);
    const [, name = '', value = ''] = found ?? [];
    if (!found || line.length > 2_000) return [];
    const quotes = (value.match(/"/g) ?? []).length % 2 === 1 ? '"' : '';
    return [{ name, script: `${name}=${value}${quotes}`, start: at, end: at + line.length }];
  });
}
