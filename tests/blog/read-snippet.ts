import { readFileSync } from 'node:fs';

import { SNIPPETS } from '../../scripts/reading/fill-snippets.ts';

/** The text of a file that an article shows. */
export function readSnippet(file: string): string {
  return readFileSync(`${SNIPPETS}/${file}`, 'utf8');
}

/** An HTTP message that an article shows, as the request that it stands for. */
export function readRequest(file: string): Request {
  const [head = '', ...rest] = readSnippet(file).trim().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
  const url = `https://${headers.get('host') ?? 'mcp.example.com'}${path}`;
  return new Request(url, { method, headers, ...(rest[0] ? { body: rest.join('\n\n') } : {}) });
}
