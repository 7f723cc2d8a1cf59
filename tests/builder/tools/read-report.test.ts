import { expect, test } from 'vitest';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { FAMILIES, type Check, type Report } from '#app/blueprint/readiness/report.ts';
import { describeValue, MAX_TEXT } from '#app/builder/models/model-text.ts';

import { importedBlueprint } from '../../readiness/imported-blueprint.ts';
import { reportOf } from '../../readiness/running.ts';
import { callBuilderTool, openWorkspace, UNREPORTED } from './open-workspace.ts';

const Answer = z.strictObject({
  verdict: z.string(),
  reason: z.string(),
  score: z.number().nullable(),
  families: z.array(z.record(z.string(), z.unknown())),
  findings: z.array(z.looseObject({ id: z.string(), family: z.string(), status: z.string() })),
  page: z.object({ number: z.number(), of: z.number(), findings: z.number() }),
});
const ALL = { statuses: ['fail', 'warn', 'pass', 'notApplicable'] };

/** Reads a report that is already there. */
function open(report: Report, blueprint?: Blueprint) {
  const workspace = openWorkspace(blueprint);
  workspace.ports.report = () => Promise.resolve(report);
  const call = (input: object) => callBuilderTool(workspace, 'read_report', input);
  return { workspace, call, read: async (input: object) => Answer.parse(await call(input)) };
}

async function petstore() {
  const blueprint = await importedBlueprint('petstore-3.0.json');
  const report = await reportOf(blueprint);
  return { report, ...open(report, blueprint) };
}

function toCheck(number: number, text: string): Check {
  const status = number % 2 === 0 ? 'warn' : 'fail';
  const fix = { text: 'Shorten it.', edits: [], reach: { fixed: 0, faults: 1 } };
  const place = { id: `tools.check${number}`, family: 'tools', title: 'Short' } as const;
  return { ...place, status, weight: 1 + (number % 5), evidence: { text, got: text }, fix };
}

test('the verdict, the families and what was found are read, the worst first', async () => {
  const { report, read } = await petstore();
  const { families, findings, page, ...said } = await read({});
  const { score, reason } = report;
  expect(said).toEqual({ verdict: '3 things to fix', reason, score });
  expect(families.map(({ family }) => family)).toEqual(FAMILIES);
  const counted = families.flatMap(({ family: _family, ...counts }) => Object.values(counts));
  expect(counted.reduce((sum: number, each) => sum + Number(each), 0)).toBe(report.checks.length);
  const wrong = report.checks.filter(({ status }) => status === 'fail' || status === 'warn');
  expect(wrong.length).toBeGreaterThan(0);
  expect(page).toEqual({ number: 1, of: 1, findings: wrong.length });
  const ranks = findings.map(({ status }) => (status === 'fail' ? 0 : 1));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  for (const { id, title, evidence, fix } of wrong) {
    const found = findings.find((each) => each.id === id);
    expect(found).toMatchObject({ title, evidence, fix: { text: fix?.text } });
    expect(found).toHaveProperty('fix.canFix', (fix?.edits?.length ?? 0) > 0);
  }
});

test('a family, and a status, are read alone', async () => {
  const { report, read } = await petstore();
  const auth = await read({ families: ['auth', 'ops'], ...ALL });
  const wanted = report.checks.filter(({ family }) => family === 'auth' || family === 'ops');
  expect(auth.findings.map(({ id }) => id).toSorted()).toEqual(
    wanted.map(({ id }) => id).toSorted(),
  );
  const { findings } = await read({ statuses: ['pass'] });
  expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['pass']));
  expect(findings.some((finding) => 'fix' in finding)).toBe(false);
});

test('page by page all of a long report is read, each finding once, and none is cut', async () => {
  const sizes = [100, 9_000, 20, 7_000, 12_000, 5_000, 13_000, 900, 3_000];
  const checks = sizes.map((size, number) => toCheck(number, 'x'.repeat(size)));
  const { read, call } = open({ ...UNREPORTED, score: 10, checks });
  const first = await read({});
  expect(first.page.of).toBeGreaterThan(2);
  const seen: z.infer<typeof Answer>['findings'] = [];
  for (let page = 1; page <= first.page.of; page += 1) {
    const answer = await read({ page });
    expect(answer.page).toEqual({ number: page, of: first.page.of, findings: sizes.length });
    expect(JSON.stringify(answer).length).toBeLessThan(MAX_TEXT);
    seen.push(...answer.findings);
  }
  expect(seen.map(({ id }) => id).toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  for (const { id, evidence } of checks) {
    expect(seen.find((each) => each.id === id)).toMatchObject({ evidence });
  }
  const beyond = await call({ page: first.page.of + 1 });
  expect(beyond).toMatchObject({
    problems: [{ path: '$.page', message: expect.stringContaining(`${first.page.of}`) }],
  });
});

test('of a report that found nothing the first page is empty', async () => {
  const { findings, page } = await open(UNREPORTED).read({});
  expect(findings).toEqual([]);
  expect(page).toEqual({ number: 1, of: 1, findings: 0 });
});

test('it is the report of what was edited last, and says what is different since the one before', async () => {
  const { workspace, call } = open({ ...UNREPORTED, checks: [toCheck(1, 'long')] });
  workspace.edit([{ edit: 'setIdentity', title: 'Else' }], []);
  workspace.ports.settle = () => {
    workspace.ports.report = () => Promise.resolve({ ...UNREPORTED, checks: [] });
    return Promise.resolve([]);
  };
  expect(await call({})).toMatchObject({ findings: [], delta: { fixed: ['tools.check1'] } });
});

test('where the server cannot run the problems are told instead, and an unknown family is refused', async () => {
  const { workspace, call } = open(UNREPORTED);
  workspace.edit([{ edit: 'setIdentity', title: 'Else' }], []);
  workspace.ports.settle = () => Promise.resolve([{ path: '$.tools', message: 'Too large.' }]);
  expect(await call({})).toEqual({ problems: [{ path: '$.tools', message: 'Too large.' }] });
  await expect(call({ families: ['weather'] })).rejects.toThrow();
});

test('a check is read by its id with every tool at fault, page by page', async () => {
  const blueprint = structuredClone(await importedBlueprint('petstore-3.0.json'));
  const [tool] = blueprint.tools;
  if (!tool) throw new Error('It has tools.');
  const { title: _title, ...untitled } = tool;
  const names = Array.from({ length: 1_500 }, (_, index) => `tool_${index}`);
  blueprint.tools = names.map((name) => ({ ...untitled, name }));
  const { call } = open(judge({ blueprint }), blueprint);
  const short = JSON.stringify(await call({ families: ['tools'] }));
  expect(short).toContain('and 1488 more');
  expect(short).not.toContain('tool_99:');
  let seen = '';
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await call({ ids: ['tools.titles'], page });
    expect(describeValue(answer).length).toBeLessThan(MAX_TEXT);
    expect(answer).toMatchObject({ page: { number: page, findings: 1 } });
    last = Number((answer['page'] as { of: number }).of);
    seen += JSON.stringify(answer['findings']);
  }
  expect(names.filter((name) => !seen.includes(`${name}: `))).toEqual([]);
});

test('a check that passed is read by its id, and an unknown id names those like it', async () => {
  const { call } = await petstore();
  expect(await call({ ids: ['tools.names'] })).toMatchObject({
    findings: [{ id: 'tools.names', status: 'pass' }],
  });
  expect(await call({ ids: ['tools.names', 'tools.title'] })).toEqual({
    problems: [
      {
        path: '$.ids[1]',
        message: expect.stringContaining('There is no check "tools.title". Close'),
      },
    ],
  });
});
