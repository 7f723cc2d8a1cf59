import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import { isSecretHeader, MASK } from '#app/mcp-client/mask-secrets.ts';

import type { Mask } from './mask.ts';

/** Sent by curl itself, or by the browser for its own sake. */
const LEFT_OUT = /^(host|content-length|connection|accept-encoding|origin|referer|sec-.*)$/i;

/**
 * The exchange as a command for a shell. A secret is a variable of the shell there, such as `$AUTHORIZATION`,
 * which the first lines of the command name.
 */
export function toCurl(exchange: HttpExchange, mask: Mask): string {
  const { method, url, requestHeaders, requestBody } = exchange;
  const variables = new Set<string>();
  const lines = [`curl -X ${method} ${quote(mask.text(url))}`];
  for (const [name, value] of requestHeaders) {
    if (LEFT_OUT.test(name)) continue;
    const masked = mask.header(name, value);
    if (masked.includes(MASK)) {
      const variable = toVariable(name);
      variables.add(variable);
      const scheme = isSecretHeader(name) ? masked.slice(0, masked.indexOf(MASK)) : '';
      lines.push(`-H ${quote(`${name}: ${scheme}`)}"$${variable}"`);
    } else lines.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (requestBody !== null && requestBody !== '') {
    lines.push(`--data-raw ${quote(mask.text(requestBody))}`);
  }
  // An answer may be a stream, which curl holds back otherwise.
  lines.push('-N');
  const command = lines.join(' \\\n  ');
  const settings = [...variables].map((name) => `${name}=…  # the secret that belongs here`);
  return [...settings, command].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function toVariable(header: string): string {
  return header
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');
}
