import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { templates } from '#app/templates/templates.ts';

import { reportOf } from './running.ts';

const TOO_LARGE = ['tools.tokens'];

/** Documents as people have them, and what is wrong with the servers that they become. */
const DOCUMENTS: [path: string, fails: string[], grade: string][] = [
  ['tests/specs/asana-3.0.json', TOO_LARGE, 'C'],
  ['tests/specs/petstore-2.0.yaml', ['auth.passthrough', 'upstream.https'], 'A'],
  ['tests/specs/petstore-3.0.json', ['auth.passthrough', 'upstream.https'], 'A'],
  ['tests/specs/rclone-3.1.yaml', [...TOO_LARGE, 'security.egress'], 'C'],
  ['tests/import/collections/pet-shop-2.1.json', [], 'A'],
  ['tests/import/collections/tickets-2.0.json', [], 'A'],
  ...templates.map(({ id }): [string, string[], string] => [`app/templates/${id}.yaml`, [], 'A']),
];

test.each(DOCUMENTS)('%s fails in nothing but %j', async (path, fails, grade) => {
  const imported = await importDocument(readFileSync(path, 'utf8'));
  if (!imported.ok) throw new Error(imported.message);
  const report = await reportOf(imported.value.blueprint);
  const failed = report.checks.filter(({ status }) => status === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(fails);
  expect(report.grade).toBe(grade);
  expect(report.verdict).toMatch(grade === 'A' ? /eady for production/ : /^Not ready/);
});
