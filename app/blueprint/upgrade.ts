import { isPlainObject } from './json.ts';

/** Brings a document of one version to the next; pure, and never throws on odd input. */
type Upgrade = (blueprint: Record<string, unknown>) => Record<string, unknown>;

/**
 * By the version that they start from. Version 0 was never published: it is what a blueprint
 * without `schemaVersion` is taken for, and lacks the lists that were added since.
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
 * Brings a stored blueprint to the newest schema version.
 *
 * What is no object, or of a version that nobody knows, comes back as it is: the schema then says
 * what is wrong with it.
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
