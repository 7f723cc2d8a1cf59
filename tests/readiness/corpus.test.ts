import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import {
  CORPUS_SOURCES,
  judgeSource,
  TEMPLATE_SOURCES,
  toFailureTable,
  toVerdictTable,
  type Judged,
} from './corpus-verdicts.ts';

const COLLECTIONS = ['pet-shop-2.1.json', 'tickets-2.0.json'];

/** A table without what its formatting adds. */
function unpadded(text: string): string {
  return text.replaceAll(/ +(?=\|)/g, ' ').replaceAll(/-{3,}/g, '---');
}

describe('the documents of the corpus', () => {
  const judged: Judged[] = [];
  const guide = unpadded(readFileSync('docs/readiness.md', 'utf8'));

  beforeAll(async () => {
    for (const source of CORPUS_SOURCES) judged.push(await judgeSource(source));
  }, 300_000);

  test('have the verdicts that docs/readiness.md shows', () => {
    expect(judged).toHaveLength(81);
    expect(guide).toContain(unpadded(toVerdictTable(judged)));
  });

  test('fail the checks that docs/readiness.md shows', () => {
    expect(guide).toContain(unpadded(toFailureTable(judged)));
  });

  test('are unusable only for what keeps everybody from using them', () => {
    for (const { report } of judged) {
      const blocking = report.checks.filter(({ blocks }) => blocks === true);
      expect(blocking.length > 0).toBe(report.verdict.kind === 'unusable');
      expect(report.score === null).toBe(report.verdict.kind === 'unusable');
    }
  });
});

test.each(TEMPLATE_SOURCES)('a server of the template $name is ready', async (source) => {
  const { report } = await judgeSource(source);
  expect(report.verdict).toEqual({ kind: 'ready' });
  expect(report.score).toBeGreaterThanOrEqual(95);
});

test.each(COLLECTIONS)('a server of the collection %s lacks descriptions only', async (name) => {
  const read = () => readFileSync(`tests/import/collections/${name}`, 'utf8');
  const { report } = await judgeSource({ name, read });
  const failed = report.checks.filter(({ status }) => status === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(['tools.saysWhen']);
});
