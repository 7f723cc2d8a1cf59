import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

interface Route {
  operation: Operation;
  pattern: RegExp;
}

/** Parts of paths that may have slashes, as they are written or encoded. */
const LONG = /^(ref|path|basehead)$/;

/** What is written out counts before what the address names, as `/user/repos` before `/user/{id}`. */
const routes: Route[] = operations
  .map((operation) => ({ operation, pattern: toPattern(operation.path) }))
  .toSorted((one, other) => holes(one) - holes(other) || lengthOf(other) - lengthOf(one));

function holes({ operation }: Route): number {
  return operation.path.split('{').length;
}

function toPattern(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    LONG.test(name) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
  );
  return new RegExp(
    `^${source.replaceAll('.', String.raw`\.`).replaceAll(String.raw`\.+`, '.+')}$`,
  );
}

function lengthOf({ operation }: Route): number {
  return operation.path.length;
}

/** The operation of a request, with the parts that its path names. */
export function findOperation(
  method: string,
  pathname: string,
): { operation: Operation; path: Record<string, string> } | null {
  for (const { operation, pattern } of routes) {
    const match = operation.method === method ? pattern.exec(pathname) : null;
    if (match === null) continue;
    const parts = Object.entries(match.groups ?? {});
    return {
      operation,
      path: Object.fromEntries(parts.map(([name, text]) => [name, decode(text)])),
    };
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
