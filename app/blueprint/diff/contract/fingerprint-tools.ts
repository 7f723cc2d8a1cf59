import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** Hash of the tools as a client lists them: two states with the same one look alike to clients. */
export function fingerprintTools(blueprint: Blueprint): Promise<string> {
  return sha256(toCanonicalJson(toBlueprintListing(blueprint).tools));
}
