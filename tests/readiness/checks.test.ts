import { beforeAll, describe, expect, test } from 'vitest';

import { applyEdits } from '#app/blueprint/edits.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';

import { blueprintBreakages, fileBreakages } from './blueprint-breakages.ts';
import type { AllEvidence } from './break-evidence.ts';
import { exampleBreakages } from './example-breakages.ts';
import { serverBreakages } from './server-breakages.ts';
import { soundEvidence } from './sound-server.ts';
import { toolBreakages } from './tool-breakages.ts';

const ofBlueprint = [...blueprintBreakages, ...toolBreakages, ...exampleBreakages];
const breakages = [...serverBreakages, ...ofBlueprint, ...fileBreakages];
let sound: AllEvidence;

beforeAll(async () => {
  sound = await soundEvidence();
});

function checkOf(evidence: AllEvidence, id: string): Check {
  const check = judge(evidence).checks.find((each) => each.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}.`);
  return check;
}

test('every check passes for a sound server, and states its evidence', () => {
  const { checks, score, verdict, reason } = judge(sound);
  expect(checks.filter(({ status }) => status !== 'pass')).toEqual([]);
  expect(checks.filter(({ evidence }) => evidence.text === '')).toEqual([]);
  expect({ score, verdict, reason }).toEqual({
    score: 100,
    verdict: { kind: 'ready' },
    reason: 'No check fails.',
  });
});

test('every check has a breakage below', () => {
  const broken = new Set(
    breakages.filter(([, status]) => status === 'warn' || status === 'fail').map(([id]) => id),
  );
  expect(
    judge(sound)
      .checks.map(({ id }) => id)
      .filter((id) => !broken.has(id)),
  ).toEqual([]);
});

describe.each(breakages)('%s gives %s', (id, status, change, says = /./) => {
  test('for this evidence', () => {
    const evidence = structuredClone(sound);
    change(evidence);
    const check = checkOf(evidence, id);
    expect(check).toMatchObject({ status });
    expect(check.evidence.text).toMatch(says);
    expect(check.fix === undefined).toBe(status === 'notApplicable' || status === 'pass');
  });
});

/** Findings about the server as a whole. */
const ABOUT_NO_TOOL = ['tools.some', 'tools.budget'];
const toolFaults = ofBlueprint.filter(
  ([id, status]) =>
    id.startsWith('tools.') &&
    (status === 'warn' || status === 'fail') &&
    !ABOUT_NO_TOOL.includes(id),
);

test.each(toolFaults)('the sentence of %s, when it gives %s, names the tool', (id, _, change) => {
  const evidence = structuredClone(sound);
  change(evidence);
  expect(checkOf(evidence, id).evidence.text).toMatch(/list_books|delete_book|count_books|tool_/i);
});

const fixable = ofBlueprint.filter(([, status]) => status === 'warn' || status === 'fail');

describe.each(fixable)('a fix of %s, when %s,', (id, _, change) => {
  test('consists of edits after which it passes, or of text', () => {
    const evidence = structuredClone(sound);
    change(evidence);
    const { fix } = checkOf(evidence, id);
    expect(fix?.text).toMatch(/\S/);
    if (fix?.edits === undefined) return;
    const applied = applyEdits(evidence.blueprint, fix.edits);
    if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
    const fixed = { ...evidence, blueprint: applied.value, files: generate(applied.value) };
    expect(checkOf(fixed, id).status).toBe('pass');
  });
});

test('these checks are fixed with a click', () => {
  const ids = fixable.flatMap(([id, , change]) => {
    const evidence = structuredClone(sound);
    change(evidence);
    return checkOf(evidence, id).fix?.edits === undefined ? [] : [id];
  });
  expect([...new Set(ids)].toSorted()).toEqual([
    'ops.name',
    'ops.version',
    'security.hiddenText',
    'tools.budget',
    'tools.confirm',
    'tools.deprecated',
    'tools.descriptionLength',
    'tools.descriptions',
    'tools.hints',
    'tools.hintsAgree',
    'tools.names',
    'tools.pageBounds',
    'tools.saysWhen',
    'tools.titles',
    'tools.tokens',
    'upstream.breaker',
    'upstream.concurrency',
    'upstream.https',
    'upstream.idempotency',
    'upstream.retries',
    'upstream.size',
    'upstream.timeout',
  ]);
});
