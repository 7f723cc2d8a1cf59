import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isCurrentBlueprint } from '#app/blueprint/is-current-blueprint.ts';
import { parseBlueprint, type InvalidBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** The beginning of the `blueprint.json` that every exported project has. */
const BEGINNING = /^\s*\{\s*"schemaVersion"\s*:/;
const BEGINNING_LENGTH = 100;

/** Reads the blueprint of an exported project, with its tests; null where the document is none. */
export function readExported(
  document: string | Uint8Array,
): Result<Blueprint, InvalidBlueprint> | null {
  if (!BEGINNING.test(toText(document.slice(0, BEGINNING_LENGTH)))) return null;
  let value: unknown;
  try {
    value = JSON.parse(toText(document));
  } catch {
    return null;
  }
  const parsed = parseBlueprint(value);
  // As it was written: with its parts in the order of the schema, other files would come out.
  return parsed.ok && isCurrentBlueprint(value) ? succeed(value) : parsed;
}

function toText(document: string | Uint8Array): string {
  return typeof document === 'string' ? document : new TextDecoder().decode(document);
}
