import { isPlainObject } from './json.ts';

/** Upgrades a document to the next version; pure, and never throws on malformed input. */
type Upgrade = (blueprint: Record<string, unknown>) => Record<string, unknown>;

/**
 * By the version they start from. Version 0 was never published: a blueprint without `schemaVersion` counts
 * as one, and lacks the lists added since.
 */
const UPGRADES: Record<number, Upgrade> = {
  0: (blueprint) => ({
    sources: [],
    secrets: [],
    definitions: {},
    resources: [],
    prompts: [],
    ...blueprint,
    schemaVersion: 1,
  }),
};

/**
 * Upgrades a stored blueprint to the newest schema version.
 *
 * A value that is not an object, or of an unknown version, is returned as it is: the schema then reports the
 * problem.
 */
export function upgradeBlueprint(value: unknown): unknown {
  let current = value;
  while (isPlainObject(current)) {
    const version = current['schemaVersion'] ?? 0;
    const upgrade = typeof version === 'number' ? UPGRADES[version] : undefined;
    if (upgrade === undefined) break;
    current = upgrade(current);
  }
  return current;
}
