import type { UIMessageStreamWriter } from 'ai';
import { expect, test } from 'vitest';

import type { Check } from '#app/blueprint/readiness/report.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { settleDraft } from '#app/chat/turns/settle-draft.ts';

import { openWorkspace } from '../builder/tools/open-workspace.ts';
import { NOTHING_FOUND } from '../setup/quiet-ports.ts';

const writer: UIMessageStreamWriter = {
  write: () => undefined,
  merge: () => undefined,
  onError: undefined,
};

/** A draft whose title was just changed. */
function openEdited() {
  const workspace = openWorkspace();
  workspace.edit([{ edit: 'setIdentity', title: 'Shop' }], []);
  return workspace;
}

function failing(count: number): Check[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `tools.check${index}`,
    family: 'tools',
    title: 'Short',
    status: 'fail',
    weight: 1,
    evidence: { text: 'It is long.' },
    fix: { text: 'Shorten it.' },
  }));
}

test('of many problems the first are told, and how many more there are', async () => {
  const workspace = openEdited();
  const problems = Array.from({ length: 13 }, (_, at) => ({
    path: `$.tools[${at}]`,
    message: 'No.',
  }));
  workspace.ports.settle = () => Promise.resolve(problems);
  const note = await settleDraft(workspace, writer);
  expect(note).toMatch(/^The server cannot run as it is: .*tools\[9\].* And 3 more problems\.$/);
  expect(note).not.toContain('tools[10]');
});

test('of many findings the first are told, and how many more there are', async () => {
  const workspace = openEdited();
  // The report before the change finds nothing wrong.
  const reports = [NOTHING_FOUND, { ...NOTHING_FOUND, score: 12, checks: failing(14) }];
  workspace.ports.report = () => Promise.resolve(reports.shift() ?? NOTHING_FOUND);
  const note = await settleDraft(workspace, writer);
  expect(note).toContain('now wrong tools.check0,');
  expect(note).toContain('tools.check9 and 4 more.');
  expect(note).toMatch(/And 4 more fail: see read_report\.$/);
});

test('of many changes that wait, and of their parts, the first are told', async () => {
  const workspace = openEdited();
  workspace.trust = new TurnTrust([]);
  const [known] = workspace.blueprint.tools;
  if (known?.action.kind !== 'http') throw new Error('It sends a request.');
  const action = { ...known.action, upstream: 'far' };
  workspace.edit(
    [
      { edit: 'setUpstream', id: 'far', baseUrl: 'https://far.example.org' },
      ...Array.from({ length: 12 }, (_, at) => {
        return { edit: 'upsertTool', tool: { ...known, name: `t${at}`, action } };
      }),
    ],
    [],
  );
  for (let at = 0; at < 11; at += 1) {
    workspace.hold(
      { tool: 'import_document', input: { url: `https://h${at}.example` } },
      `Fetches h${at}.`,
    );
  }
  const note = await settleDraft(workspace, writer);
  expect(note).toContain('t7, t8 and 3 more)');
  expect(note).toContain('Fetches h8. And 2 more changes wait. Neither');
  expect(note).not.toContain('Fetches h9.');
});
