import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import {
  beginDraftScreen,
  reduceDraftScreen,
  type DraftScreenEvent,
  type DraftScreenState,
} from '#app/workbench/draft-screen-state.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { toFileNodes } from '#app/workbench/files/file-nodes.ts';
import { filterTools } from '#app/workbench/tools/filter-tools.ts';
import { toSnippets } from '#app/workbench/connect/install-snippets.ts';
import { applyScreenEdits, toInverse, type ScreenEdit } from '#app/workbench/tools/screen-edit.ts';
import { createTokenCount, formatTokens } from '#app/workbench/tools/token-cost.ts';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  enabled: true,
  inputSchema: { type: 'object' },
  action: {
    kind: 'http',
    upstream: 'main',
    method: 'GET',
    path: `/${name}`,
    parameters: [],
    response: {},
  },
  ...more,
});

const blueprint: Blueprint = {
  schemaVersion: 1,
  identity: { name: 'shop', version: '1.0.0' },
  sources: [],
  upstreams: [
    {
      id: 'main',
      baseUrl: 'https://api.example.com/v1',
      allowedHosts: ['api.example.com'],
      auth: [],
      security: [],
    },
  ],
  secrets: [{ name: 'SHOP_KEY', scope: 'server', description: 'From the desk' }],
  definitions: {},
  tools: [
    tool('list_orders', {
      title: 'List orders',
      description: 'All of them',
      inputSchema: { type: 'object', properties: { limit: { type: 'integer', minimum: 1 } } },
    }),
    tool('get_order', { enabled: false }),
    tool('delete_order'),
  ],
  resources: [],
  prompts: [],
  policies: DEFAULT_POLICIES,
};

const draft: DraftView = {
  id: 'x',
  endpoint: '/mcp/d/x',
  mayEdit: true,
  blueprint,
  warnings: [],
  revision: 1,
  environment: 'mock',
  visibility: 'private',
  secrets: [],
  expiresAt: '2026-11-28T00:00:00.000Z',
  report: null,
};

test('every edit of the screen can be undone', () => {
  const edits: ScreenEdit[] = [
    { edit: 'selectTools', names: ['list_orders', 'get_order', 'delete_order'], enabled: true },
    { edit: 'selectTools', names: ['list_orders', 'get_order'], enabled: false },
    { edit: 'renameTool', from: 'get_order', to: 'read_order' },
    { edit: 'describeTool', name: 'list_orders', title: null, description: 'New words' },
    { edit: 'describeTool', name: 'get_order', description: 'First words' },
    { edit: 'setUpstream', id: 'main', baseUrl: 'https://staging.example.com' },
    { edit: 'setUpstream', id: 'main', timeoutMs: 1_000 },
    { edit: 'setAnnotations', name: 'get_order', annotations: { readOnlyHint: true } },
    { edit: 'boundArgument', name: 'list_orders', argument: 'limit', minimum: 2, maximum: 100 },
    { edit: 'setPolicies', timeoutMs: 1_000, retries: null, confirmDestructive: false },
    { edit: 'setIdentity', version: '2.0.0', title: 'Shop' },
    { edit: 'setSecret', name: 'SHOP_KEY', scope: 'caller' },
  ];
  for (const edit of edits) {
    const changed = apply(blueprint, edit);
    expect(changed).not.toEqual(blueprint);
    expect(apply(changed, ...toInverse(blueprint, [edit]))).toEqual(blueprint);
  }
  // The renaming last: what comes after it would name a tool that is gone.
  const all = edits.toSorted(
    (a, b) => Number(a.edit === 'renameTool') - Number(b.edit === 'renameTool'),
  );
  expect(apply(apply(blueprint, ...all), ...toInverse(blueprint, all))).toEqual(blueprint);
});

function apply(before: Blueprint, ...edits: ScreenEdit[]): Blueprint {
  const applied = applyScreenEdits(before, edits);
  if (!applied.ok) throw new Error(applied.message);
  return applied.value;
}

test('an answer to an early edit does not take back what a later one shows', () => {
  const later = apply(blueprint, { edit: 'renameTool', from: 'get_order', to: 'read_order' });
  const edited: DraftScreenEvent = { kind: 'edited', edits: [], blueprint: later };
  const sent: DraftScreenEvent = { kind: 'sent' };
  let state = [edited, sent, sent].reduce(reduceDraftScreen, beginDraftScreen(draft));
  const answered = { ...draft, revision: 2 };
  state = reduceDraftScreen(state, { kind: 'saved', draft: answered });
  expect(state.blueprint).toBe(later);
  expect(state.draft.revision).toBe(2);
  state = reduceDraftScreen(state, { kind: 'saved', draft: answered });
  expect(state.blueprint).toBe(blueprint);
});

/** The blueprint as a large one comes. */
function toSummary() {
  const { schemaVersion, identity, sources, upstreams, secrets, policies } = blueprint;
  return {
    schemaVersion,
    identity,
    sources,
    upstreams,
    secrets,
    policies,
    isSummary: true as const,
    url: '/api/drafts/x/blueprint',
    bytes: 2_000_000,
    tools: [],
  };
}

test.each([
  ['a small', (whole: Blueprint) => whole],
  ['a large', toSummary],
])('%s draft that is read while an edit is under way shows the edit', (_, toSent) => {
  const edited = apply(blueprint, { edit: 'renameTool', from: 'get_order', to: 'read_order' });
  const read: DraftView = { ...draft, blueprint: toSent(blueprint), revision: 2 };
  const answered: DraftView = { ...draft, blueprint: toSent(edited), revision: 3 };
  const told: DraftScreenEvent[] = [
    { kind: 'edited', edits: [], blueprint: edited },
    { kind: 'sent' },
    { kind: 'loaded', draft: read, blueprint },
  ];
  let state = told.reduce(reduceDraftScreen, beginDraftScreen(draft));
  expect(state.blueprint).toBe(edited);
  // The next change builds on what was read.
  expect(state).toMatchObject({ revision: 2, isBehind: true });
  state = reduceDraftScreen(state, { kind: 'saved', draft: answered });
  expect(state.blueprint).toBe(edited);
  // Only a large one has to be read anew: its answer is a summary.
  expect(state.isBehind).toBe('isSummary' in answered.blueprint);
  state = reduceDraftScreen(state, { kind: 'loaded', draft: answered, blueprint: edited });
  expect(state.isBehind).toBe(false);
});

test('a large blueprint is waited for, and a saved edit does not lose it', () => {
  const summary = toSummary();
  let state = beginDraftScreen({ ...draft, blueprint: summary });
  expect(state.blueprint).toBeNull();
  const { reads } = state;
  state = reduceDraftScreen(state, {
    kind: 'loaded',
    draft: { ...draft, blueprint: summary },
    blueprint,
  });
  state = reduceDraftScreen(state, { kind: 'sent' });
  state = reduceDraftScreen(state, {
    kind: 'saved',
    draft: { ...draft, blueprint: summary, revision: 2 },
  });
  expect(state.blueprint).toBe(blueprint);
  // What is compared with restore points is compared anew.
  expect(state.reads).toBe(reads + 1);
});

test('a draft that was asked for before an edit arrived does not take the edit away', () => {
  const later = { ...blueprint, tools: [] };
  const before = [
    { kind: 'edited', edits: [], blueprint: later },
    { kind: 'sent' },
    { kind: 'saved', draft: { ...draft, blueprint: later, revision: 2 } },
  ] satisfies DraftScreenEvent[];
  const state = before.reduce<DraftScreenState>(reduceDraftScreen, beginDraftScreen(draft));
  expect(reduceDraftScreen(state, { kind: 'loaded', draft, blueprint })).toBe(state);
  const newer = { ...draft, revision: 3 };
  const loaded = reduceDraftScreen(state, { kind: 'loaded', draft: newer, blueprint });
  expect(loaded).toMatchObject({ revision: 3, draft: newer, reads: state.reads + 1 });
});

test('a blueprint that comes late leaves the draft as the server answered meanwhile', () => {
  const answered = { ...draft, revision: 2, environment: 'test' as const };
  const told: DraftScreenEvent[] = [{ kind: 'sent' }, { kind: 'saved', draft: answered }];
  const state = told.reduce(reduceDraftScreen, beginDraftScreen(draft));
  const whole = reduceDraftScreen(state, { kind: 'completed', blueprint });
  expect(whole).toMatchObject({ blueprint, draft: answered, revision: 2 });
});

test('a change that was refused is shown no longer, though the server cannot be asked', () => {
  const changed = (name: string): Blueprint => ({ ...blueprint, tools: [tool(name)] });
  const play = (...events: DraftScreenEvent[]) =>
    events.reduce(reduceDraftScreen, beginDraftScreen(draft)).blueprint?.tools[0]?.name;
  const edited = (name: string): DraftScreenEvent => ({
    kind: 'edited',
    edits: [],
    blueprint: changed(name),
  });
  const sent: DraftScreenEvent = { kind: 'sent' };
  const refused: DraftScreenEvent = { kind: 'refused' };
  expect(play(edited('a'), sent, refused)).toBe('list_orders');
  // What is still on its way stays.
  expect(play(edited('a'), sent, edited('b'), sent, refused)).toBe('b');
  const saved: DraftScreenEvent = {
    kind: 'saved',
    draft: { ...draft, blueprint: changed('a'), revision: 2 },
  };
  expect(play(edited('a'), sent, saved, edited('b'), sent, refused)).toBe('a');
});

test('a change that was refused is under way no longer: the next answer is taken whole', () => {
  const told: DraftScreenEvent[] = [
    { kind: 'edited', edits: [], blueprint: { ...blueprint, tools: [] } },
    { kind: 'sent' },
    { kind: 'sent' },
    { kind: 'refused' },
    { kind: 'saved', draft: { ...draft, revision: 2 } },
  ];
  const state = told.reduce(reduceDraftScreen, beginDraftScreen(draft));
  expect(state.blueprint).toBe(blueprint);
});

test.each<[string, [string, string][], Record<string, string>]>([
  ['one', [['a', 'b']], { a: 'b' }],
  [
    'one after the other',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    { a: 'b', b: 'c' },
  ],
  [
    'there and back',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    { b: 'a' },
  ],
])('old names of tools are followed: %s', (_, renames, expected) => {
  const edits = renames.map(([from, to]): ScreenEdit => ({ edit: 'renameTool', from, to }));
  const event: DraftScreenEvent = { kind: 'edited', edits, blueprint };
  expect(reduceDraftScreen(beginDraftScreen(draft), event).renamed).toEqual(expected);
});

test('search finds tools by all words, in name, words, method and path', () => {
  const names = (query: string) => filterTools(blueprint.tools, query).map(({ name }) => name);
  expect(names('order LIST')).toEqual(['list_orders']);
  expect(names('get /delete')).toEqual(['delete_order']);
  expect(names('nothing')).toEqual([]);
  expect(names('  ')).toHaveLength(3);
});

const costOf = (one: Tool, definitions: Blueprint['definitions'] = {}) =>
  createTokenCount({ ...blueprint, definitions, tools: [one] })(one);

test('the cost of a tool counts the shared schemas that it reaches, once each', () => {
  const definitions = {
    Big: { description: 'x'.repeat(4_000), $ref: '#/$defs/Small' },
    Small: { description: 'y'.repeat(400), properties: { again: { $ref: '#/$defs/Big' } } },
    Unused: { description: 'z'.repeat(40_000) },
  };
  const plain = costOf(tool('a'), definitions);
  const inputSchema = { type: 'object', properties: { b: { $ref: '#/$defs/Big' } } };
  const one = costOf(tool('a', { inputSchema }), definitions);
  expect(one - plain).toBeGreaterThan(1_100);
  expect(one - plain).toBeLessThan(1_200);
  expect([7, 1_234, 98_765].map(formatTokens)).toEqual(['7', '1,200', '99,000']);
});

test('the cost of a tool is that of the list as it is served, also for one that is not', () => {
  const description = 'x'.repeat(200_000);
  const inputSchema = { type: 'object', properties: { b: { type: 'string', description } } };
  const shortened = costOf(tool('a', { inputSchema }));
  expect(shortened).toBeLessThan(6_000);
  expect(costOf(tool('a', { inputSchema, enabled: false }))).toBe(shortened);
  const outputSchema = { type: 'object', properties: { id: { type: 'string', description } } };
  expect(costOf(tool('a', { outputSchema }))).toBeLessThan(3_000);
});

test('the cost of a tool is that of the answer that clients are told of', () => {
  const outputSchema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      rest: { type: 'string', description: 'x'.repeat(4_000) },
    },
  };
  const whole = tool('a', { outputSchema });
  const { action } = whole;
  if (action.kind !== 'http') throw new Error('The tool sends no request.');
  const kept = { ...whole, action: { ...action, response: { ...action.response, keep: ['id'] } } };
  expect(costOf(whole) - costOf(kept)).toBeGreaterThan(900);
});

test('files stand in their folders, folders first', () => {
  const nodes = toFileNodes(['README.md', 'src/tools/a.ts', 'src/server.ts', '.env.example']);
  expect(nodes.map(({ name }) => name)).toEqual(['src', '.env.example', 'README.md']);
  expect(nodes[0]?.children?.map(({ path }) => path)).toEqual(['src/tools/', 'src/server.ts']);
});

test('snippets carry the token and stay one argument in a shell', () => {
  const snippets = toSnippets({
    name: "it's",
    url: 'https://x.example/mcp/d/1',
    token: 'mcpb_draft_1',
  });
  const text = (id: string) => snippets.find((snippet) => snippet.id === id)?.text ?? '';
  expect(text('claude-code')).toContain(`'it'\\''s' \\\n  https://x.example/mcp/d/1`);
  expect(text('claude-code')).toContain(`'Authorization: Bearer mcpb_draft_1'`);
  expect(JSON.parse(text('cursor'))).toEqual({
    mcpServers: {
      "it's": {
        url: 'https://x.example/mcp/d/1',
        headers: { Authorization: 'Bearer mcpb_draft_1' },
      },
    },
  });
  expect(JSON.parse(text('gemini'))).toEqual({
    mcpServers: {
      "it's": {
        httpUrl: 'https://x.example/mcp/d/1',
        headers: { Authorization: 'Bearer mcpb_draft_1' },
      },
    },
  });
  expect(text('codex')).toBe(
    [
      `[mcp_servers."it's"]`,
      'url = "https://x.example/mcp/d/1"',
      'http_headers = { Authorization = "Bearer mcpb_draft_1" }',
    ].join('\n'),
  );
  const open = toSnippets({ name: 'shop', url: 'https://x.example/mcp/d/1', token: null });
  expect(open.map((snippet) => snippet.text).join('\n')).not.toContain('Bearer');
});
