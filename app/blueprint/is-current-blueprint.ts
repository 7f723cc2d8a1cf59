import { isJsonObject } from '#app/runtime/json.ts';

import type { Blueprint } from './blueprint.ts';
import { SCHEMA_VERSION } from './defaults.ts';

const LISTS = ['sources', 'upstreams', 'secrets', 'tools', 'resources', 'prompts'] as const;
const OBJECTS = ['identity', 'definitions', 'policies'] as const;

/**
 * Recognises a blueprint of this schema version by its version and its top-level parts, in microseconds. For
 * one that `parseBlueprint` or the importer has made, and that was sent since: what lies deeper is as
 * they left it. A stored one may be of an older version, and goes through `upgradeBlueprint` first; one
 * from anybody else goes through `parseBlueprint`.
 */
export function isCurrentBlueprint(value: unknown): value is Blueprint {
  if (typeof value !== 'object' || value === null) return false;
  const parts = new Map<string, unknown>(Object.entries(value));
  return (
    parts.get('schemaVersion') === SCHEMA_VERSION &&
    LISTS.every((name) => Array.isArray(parts.get(name))) &&
    OBJECTS.every((name) => isJsonObject(parts.get(name)))
  );
}
