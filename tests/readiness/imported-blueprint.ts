import { readFileSync } from 'node:fs';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

/** The blueprint of one of the documents in tests/specs. */
export async function importedBlueprint(name: string): Promise<Blueprint> {
  const imported = await importDocument(readFileSync(`tests/specs/${name}`, 'utf8'));
  if (!imported.ok) throw new Error(imported.message);
  return imported.value.blueprint;
}
