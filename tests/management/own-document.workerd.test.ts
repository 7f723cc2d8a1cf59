import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { describeApi } from '#app/management/document/describe-api.server.ts';
import { OPERATIONS } from '#app/management/operations/operations.server.ts';

import { reportOf } from '../readiness/running.ts';

const SITE = 'https://mcp.example.com';
const document = describeApi(SITE);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

async function importOwn() {
  const imported = await importDocument(JSON.stringify(document));
  if (!imported.ok) throw new Error(imported.message);
  return imported.value;
}

test('our builder makes a tool of every operation of our own document, and loses nothing', async () => {
  const { blueprint, warnings, notes, leftOut } = await importOwn();
  expect(blueprint.tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ id }) => id));
  expect([notes, leftOut]).toEqual([[], 0]);
  // Which says of every document with failing answers what becomes of them.
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Schemas of failing answers .* a failing answer is passed on as it comes/,
    ),
  ]);
  const { auth, baseUrl } = blueprint.upstreams[0] ?? {};
  expect(baseUrl).toBe(`${SITE}/api/v1`);
  expect(auth).toMatchObject([{ kind: 'bearer' }]);
});

test('the server of our own document is ready by our own report', async () => {
  const { blueprint } = await importOwn();
  const { verdict, score, checks } = await reportOf(blueprint);
  expect(verdict).toEqual({ kind: 'ready' });
  expect(score).toBeGreaterThanOrEqual(97);
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
});

test('every part that a person or a model reads has words', () => {
  const silent = operations.flatMap(({ operationId, summary, description, parameters }) => [
    ...(summary && description.length > summary.length ? [] : [operationId]),
    ...parameters.filter((each) => !each.description).map(({ name }) => `${operationId} ${name}`),
  ]);
  expect(silent).toEqual([]);
  const fields = Object.entries(document.components.schemas).flatMap(([id, { properties }]) =>
    Object.entries(properties ?? {}).map(([name, field]) => [`${id}.${name}`, field] as const),
  );
  expect(fields.length).toBeGreaterThan(100);
  const wordless = fields.filter(([, field]) => !/description|\$ref/.test(JSON.stringify(field)));
  expect(wordless.map(([name]) => name)).toEqual([]);
});

test('every reference in the document leads somewhere, and every refusal is described', () => {
  const text = JSON.stringify(document);
  const references = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, ...to]) => to.join('.')),
  );
  const { schemas, responses } = document.components;
  const known = new Set([
    ...Object.keys(schemas).map((id) => `schemas.${id}`),
    ...Object.keys(responses).map((status) => `responses.${status}`),
  ]);
  expect([...references].filter((reference) => !known.has(reference))).toEqual([]);
  expect(text).not.toContain('$defs');
  for (const { responses: answers } of operations) {
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['401', '403', '429']));
  }
});
