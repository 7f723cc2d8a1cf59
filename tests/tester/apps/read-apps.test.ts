import { describe, expect, test } from 'vitest';

import { AppRecorder, type AppRecord } from '#app/tester/apps/app-record.ts';
import { readUiResource } from '#app/tester/apps/read-ui-resource.ts';
import { findUiTools, isForApps } from '#app/tester/apps/ui-tool.ts';
import { readTools } from '#app/tester/tools/read-tools.ts';

const URI = 'ui://a/view.html';
const MIME_TYPE = 'text/html;profile=mcp-app';

describe('a tool', () => {
  test('comes with an app where it names one, in the way of today or of before', () => {
    const tools = readTools([
      { name: 'nested', _meta: { ui: { resourceUri: URI } } },
      { name: 'flat', _meta: { 'ui/resourceUri': URI } },
      { name: 'web', _meta: { ui: { resourceUri: 'https://evil.example/' } } },
      { name: 'odd', _meta: { ui: 'x' } },
      { name: 'plain' },
    ]);
    const found = findUiTools(tools).map(({ tool, resourceUri }) => [tool.name, resourceUri]);
    expect(found).toEqual([
      ['nested', URI],
      ['flat', URI],
    ]);
  });

  test('is for apps unless it says otherwise', () => {
    const tools = readTools([
      { name: 'unsaid' },
      { name: 'both', _meta: { ui: { visibility: ['model', 'app'] } } },
      { name: 'model', _meta: { ui: { visibility: ['model'] } } },
      { name: 'nobody', _meta: { ui: { visibility: [] } } },
    ]);
    expect(tools.filter(isForApps).map(({ name }) => name)).toEqual(['unsaid', 'both']);
  });
});

describe('the resource of an app', () => {
  test('is read as text or in base64, with what it declares', () => {
    const ui = { csp: { connectDomains: [] }, permissions: { camera: {} }, prefersBorder: false };
    const content = { uri: URI, mimeType: MIME_TYPE, _meta: { ui } };
    const read = readUiResource({ contents: [{ ...content, text: '<p>ä</p>' }] }, URI);
    const value = {
      html: '<p>ä</p>',
      csp: { connectDomains: [] },
      permissions: ['camera'],
      hasBorder: false,
      warning: null,
    };
    expect(read).toEqual({ ok: true, value });
    const blob = Buffer.from('<p>ä</p>').toString('base64');
    expect(readUiResource({ contents: [{ ...content, blob }] }, URI)).toEqual({ ok: true, value });
  });

  test('of another kind is shown with a warning; without HTML there is none', () => {
    const read = readUiResource({ contents: [{ text: '<p>', mimeType: 'text/html' }] }, URI);
    expect(read.ok && read.value.warning).toContain('text/html;profile=mcp-app only');
    const spelled = { text: '', mimeType: 'Text/HTML; profile="mcp-app"' };
    const same = readUiResource({ contents: [spelled] }, URI);
    expect(same.ok && same.value.warning).toBeNull();
    for (const contents of [undefined, [], [null], [{ blob: '%' }], [{ text: 1 }]]) {
      const none = readUiResource(contents === undefined ? {} : { contents }, URI);
      expect(none).toMatchObject({ reason: 'noApp' });
    }
  });
});

test('an app asks about each call, until a tool is allowed while it runs; what is open at its end is refused', async () => {
  let record: AppRecord = { events: [], questions: [] };
  const recorder = new AppRecorder((next) => (record = next));
  const call = { kind: 'tool' as const, name: 'add', arguments: {} };
  const [first, second] = [recorder.ask(call), recorder.ask(call)];
  const other = recorder.ask({ ...call, name: 'delete' });
  record.questions[0]?.answer(false);
  expect(await first).toBe(false);
  recorder.allowAlways('add');
  expect(await second).toBe(true);
  expect(await recorder.ask(call)).toBe(true);
  expect(record.questions.map(({ question }) => question)).toEqual([{ ...call, name: 'delete' }]);
  recorder.close();
  expect([await other, record.questions]).toEqual([false, []]);
});

test('an app cannot bury the page in questions', async () => {
  let record: AppRecord = { events: [], questions: [] };
  const recorder = new AppRecorder((next) => (record = next));
  const link = { kind: 'link', url: 'https://example.com/' } as const;
  const asked = Array.from({ length: 1_000 }, () => recorder.ask(link));
  expect(record.questions).toHaveLength(10);
  expect(await asked.at(-1)).toBe(false);
  recorder.close();
  expect(await Promise.all(asked)).not.toContain(true);
});
