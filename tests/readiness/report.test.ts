import { expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';
import { toShownReport, type Report } from '#app/blueprint/readiness/report.ts';
import { probe } from '#app/runtime/probe/probe.ts';

import { importedBlueprint } from './imported-blueprint.ts';
import { reportOf, serve } from './running.ts';
import { soundBlueprint } from './sound-server.ts';

test('a report of an imported document has evidence for each family', async () => {
  const report = await reportOf(await importedBlueprint('petstore-3.0.json'));
  const judged = report.checks.filter(({ status }) => status !== 'notApplicable');
  expect(new Set(judged.map(({ family }) => family))).toEqual(
    new Set(['protocol', 'transport', 'auth', 'tools', 'upstream', 'security', 'ops']),
  );
  expect(report.checks.filter(({ evidence }) => evidence.text === '')).toEqual([]);
  expect(report.score).toBeGreaterThan(80);
});

test('a server without tools cannot be used, has no score, and no fix makes it so', async () => {
  const blueprint = structuredClone(soundBlueprint);
  for (const tool of blueprint.tools) tool.deprecated = true;
  const deprecated = judge({ blueprint }).checks.find(({ id }) => id === 'tools.deprecated');
  expect(deprecated).toMatchObject({ status: 'warn', fix: { text: expect.any(String) } });
  expect(deprecated?.fix?.edits).toBeUndefined();
  for (const tool of blueprint.tools) tool.enabled = false;
  const report = await reportOf(blueprint);
  expect(report.checks.find(({ id }) => id === 'tools.some')).toMatchObject({
    status: 'fail',
    blocks: true,
  });
  expect(report).toMatchObject({ verdict: { kind: 'unusable' }, score: null });
  expect(report.reason).toContain('It serves something');
});

test('a running server that lists nothing and declares nothing else fails', async () => {
  const empty = { ...soundBlueprint, tools: [] };
  const server = await probe(serve(empty));
  expect(judge({ server }).checks.find(({ id }) => id === 'tools.some')?.status).toBe('fail');
});

test('nothing passes without evidence', () => {
  const report = judge({});
  expect(new Set(report.checks.map(({ status }) => status))).toEqual(new Set(['notApplicable']));
  expect(report).toMatchObject({
    verdict: { kind: 'unusable' },
    reason: 'Nothing could be checked.',
    score: null,
    points: 0,
    possible: 0,
  });
});

test('each check has an id, a title and a weight of its own family', async () => {
  const { checks } = judge({});
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  for (const { id, family, title, weight } of checks) {
    expect(id.startsWith(`${family}.`)).toBe(true);
    expect(title).not.toBe('');
    expect([1, 2, 3, 4, 5]).toContain(weight);
  }
});

test('of many faults a screen gets the first ones, and their number', () => {
  const blueprint = structuredClone(soundBlueprint);
  const [tool] = blueprint.tools;
  for (let n = 0; tool && n < 40; n += 1) {
    blueprint.tools.push({ ...tool, name: `tool_${n}`, description: '' });
  }
  const report = judge({ blueprint });
  const found = ({ checks }: Report) => checks.find(({ id }) => id === 'tools.descriptions');
  expect(found(report)?.evidence.rest).toHaveLength(28);
  expect(found(toShownReport(report))?.evidence.got).toMatch(/and 28 more$/);
  expect(found(toShownReport(report))?.evidence).not.toHaveProperty('rest');
});
