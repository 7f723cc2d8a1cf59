import { expect, test } from 'vitest';

import { isCurrentBlueprint } from '#app/blueprint/is-current-blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { DRAFT_EVENTS, DraftView } from '#app/drafts/draft.ts';

const ANSWER: DraftView = {
  id: 'd1',
  endpoint: '/mcp/d/d1',
  mayEdit: true,
  blueprint: BLANK_BLUEPRINT,
  warnings: [{ path: '$.servers', message: 'There is none.', action: 'address' }],
  revision: 1,
  environment: 'mock',
  visibility: 'private',
  secrets: [],
  expiresAt: null,
  report: null,
};

test('a draft comes through its schema as it was sent', () => {
  expect(DraftView.parse(ANSWER)).toEqual(ANSWER);
});

test('a blueprint of another version, or without one of its parts, is no blueprint', () => {
  const { policies: _policies, ...incomplete } = BLANK_BLUEPRINT;
  for (const blueprint of [{ ...BLANK_BLUEPRINT, schemaVersion: 2 }, incomplete, null, []]) {
    expect(isCurrentBlueprint(blueprint)).toBe(false);
    expect(DraftView.safeParse({ ...ANSWER, blueprint }).success).toBe(false);
  }
});

test('a large blueprint is its summary, which stands for no whole one', () => {
  const { schemaVersion, identity, sources, upstreams, secrets, policies } = BLANK_BLUEPRINT;
  const parts = { schemaVersion, identity, sources, upstreams, secrets, policies, tools: [] };
  const summary = { isSummary: true, url: '/api/drafts/d1/blueprint', bytes: 2, ...parts };
  expect(DraftView.parse({ ...ANSWER, blueprint: summary }).blueprint).toEqual(summary);
  expect(isCurrentBlueprint(summary)).toBe(false);
  for (const part of ['identity', 'policies']) {
    const listed = { ...ANSWER, blueprint: { ...summary, [part]: [] } };
    expect(DraftView.safeParse(listed).success).toBe(false);
  }
});

test('an event of the creation that is of another shape is not read', () => {
  expect(DRAFT_EVENTS.progress.safeParse({ step: 'reading', done: 1 }).success).toBe(true);
  expect(DRAFT_EVENTS.progress.safeParse({ step: 'dreaming' }).success).toBe(false);
  expect(DRAFT_EVENTS.problem.safeParse({ title: 'Error' }).success).toBe(false);
});

test('a problem of the creation is filled in where a document leaves something out', () => {
  const read = DRAFT_EVENTS.problem.safeParse({ detail: 'No.', status: 'text' });
  expect(read).toMatchObject({
    data: { type: 'about:blank', title: 'Error', status: 0, detail: 'No.', requestId: '' },
  });
});
