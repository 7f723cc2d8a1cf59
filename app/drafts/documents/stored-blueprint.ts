import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { SCHEMA_VERSION } from '#app/blueprint/defaults.ts';
import { upgradeBlueprint } from '#app/blueprint/upgrade.ts';
import { WholeBlueprint } from '#app/drafts/draft.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import type { Shape } from '#app/platform/shape.ts';

/** A blueprint as it was stored, of any schema version; read, it is of the newest. */
export const StoredBlueprint: Shape<Blueprint> = {
  safeParse: (value) => WholeBlueprint.safeParse(upgradeBlueprint(value)),
};

/** Our own JSON names the version first, so that a text of this version need not be parsed. */
const CURRENT = `{"schemaVersion":${SCHEMA_VERSION},`;

/** The JSON text of a stored blueprint in the newest schema version. */
export function upgradeText(text: string): string {
  if (text.startsWith(CURRENT)) return text;
  return JSON.stringify(parseStored(StoredBlueprint, text, 'The blueprint'));
}
