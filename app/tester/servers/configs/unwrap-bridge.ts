import type { TargetHeader } from '#app/mcp-client/target.ts';

interface Wrapped {
  url: string;
  transport: 'http' | 'sse';
  headers: TargetHeader[];
}

/** Programs that connect a client of stdio servers to a server with an address. */
const BRIDGES = /^(mcp-remote|supergateway|mcp-proxy)(@[\w.-]+)?$/;

/** The server that a command such as `npx mcp-remote https://…` is a bridge to; null: it runs a server itself. */
export function unwrapBridge(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Wrapped | null {
  const at = words.findIndex((word) => BRIDGES.test(word));
  // In front of it stand only the programs that fetch and run it.
  if (at < 0 || at > 3) return null;
  const rest = words.slice(at + 1);
  const url = rest.find((word) => /^https?:\/\//.test(word));
  if (url === undefined) return null;
  const isSse = rest.includes('--sse') || /\bsse-only\b/.test(rest.join(' ')) || isSsePath(url);
  return { url, transport: isSse ? 'sse' : 'http', headers: readHeaders(rest, variables) };
}

/** Whether an address looks like one of the older transport, which is the only hint that most configurations give. */
export function isSsePath(url: string): boolean {
  return /\/sse\/?(\?|$)/.test(url);
}

function readHeaders(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): TargetHeader[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    if (word === '--oauth2Bearer') return [{ name: 'Authorization', value: `Bearer ${next}` }];
    if (word !== '--header' && word !== '-H') return [];
    const colon = next.indexOf(':');
    // mcp-proxy has name and value as two words.
    const [name, value] =
      colon > 0 ? [next.slice(0, colon), next.slice(colon + 1)] : [next, words[at + 2] ?? ''];
    return [{ name: name.trim(), value: expand(value.trim(), variables) }];
  });
}

/** Fills in the variables that the same configuration gives. */
function expand(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}
