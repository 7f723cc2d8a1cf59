import { describe, expect, test } from 'vitest';

import { nextStep } from '#app/builder/built-in/next-step.ts';
import { suggestRequests } from '#app/builder/built-in/suggestions.ts';
import type { DraftFacts } from '#app/builder/built-in/turn.ts';

import { ACME } from './acme-draft.ts';
import { callsOf, runTurn } from './run-turn.ts';

const EMPTY: DraftFacts = { ...ACME, upstreams: [], tools: [], resources: [] };

const FINDING = {
  id: 'tools.confirm',
  title: 'Destructive tools ask first',
  evidence: 'delete_user asks nobody.',
  fix: 'Mark it as destructive.',
  tool: 'delete_user',
  canFix: true,
};

function toolsOf(steps: readonly { tool: string }[][]): string[][] {
  return steps.map((step) => step.map(({ tool }) => tool));
}

describe('the steps of a turn', () => {
  test('it looks at the draft, edits, checks, and says what the results say', () => {
    const { steps, summary } = runTurn('rename get_user to find_user', {
      answers: { rename_tool: { changed: ['get_user is now find_user'], problems: [] } },
    });
    expect(toolsOf(steps)).toEqual([['read_blueprint'], ['rename_tool'], ['run_checks']]);
    expect(summary).toBe('get_user is now find_user.\n\nThe report: 100 of 100, nothing fails.');
  });

  test('a question about the draft needs nothing but the draft', () => {
    expect(toolsOf(runTurn('which tools write?').steps)).toEqual([['read_blueprint']]);
  });

  test('a document needs no look at the draft', () => {
    const { steps } = runTurn('https://api.example.com/openapi.json');
    expect(toolsOf(steps)).toEqual([['import_document'], ['run_checks']]);
  });

  test('where nothing changed, nothing is checked', () => {
    const refused = {
      changed: [],
      problems: [{ path: '$.from', message: 'There is no such tool.' }],
    };
    const { steps } = runTurn('rename get_user to b', { answers: { rename_tool: refused } });
    expect(toolsOf(steps)).toEqual([['read_blueprint'], ['rename_tool']]);
  });

  test('three requests and more are a plan, which is shown first', () => {
    const { steps } = runTurn('rename get_user to a, remove list_posts and use a bearer token');
    expect(toolsOf(steps)).toEqual([
      ['read_blueprint'],
      ['propose_plan'],
      ['rename_tool', 'remove_tool', 'set_upstream'],
      ['run_checks'],
    ]);
    expect(steps[1]?.[0]?.input).toEqual({
      goal: 'rename get_user to a, remove list_posts and use a bearer token',
      steps: ['Rename get_user to a', 'Remove list_posts', 'Use a bearer token'],
    });
  });

  test('many calls are made twenty at a time, in order', () => {
    const list = Array.from({ length: 45 }, (_, at) => `GET /things${at}/{id}`).join('\n');
    const { steps } = runTurn(list);
    const sizes = steps.map((step) => step.filter(({ tool }) => tool === 'upsert_tool').length);
    expect(sizes).toEqual([0, 0, 20, 20, 5, 0]);
    const requests = steps.flat().flatMap(({ input }) => input['request'] ?? []);
    const wanted = list.split('\n').map((line) => ({ method: 'GET', url: line.slice(4) }));
    expect(requests).toEqual(wanted);
  });

  test('a tool is called and the server checked only after the edits before', () => {
    const { steps } = runTurn(
      'make id of get_user an integer, call get_user with id 5, fix the report',
    );
    expect(toolsOf(steps)).toEqual([
      ['read_blueprint'],
      ['propose_plan'],
      ['upsert_tool'],
      ['run_tool'],
      ['fix_findings'],
      ['run_checks'],
    ]);
    expect(steps[3]?.[0]?.input).toEqual({ name: 'get_user', arguments: { id: 5 } });
  });

  test('what follows an import speaks of the draft after it', () => {
    const after = {
      ...ACME,
      tools: ACME.tools.slice(0, 1).map((tool) => ({ ...tool, name: 'forecast' })),
    };
    const text = 'start with the weather template and rename forecast to get_forecast';
    const results = [
      { tool: 'read_blueprint', input: {}, output: EMPTY },
      {
        tool: 'import_document',
        input: { template: 'weather' },
        output: { tools: ['forecast'], added: ['forecast'], warnings: [] },
      },
    ];
    expect(nextStep({ text, earlier: [], results }).calls).toEqual([
      { tool: 'read_blueprint', input: {} },
    ]);
    const again = [...results, { tool: 'read_blueprint', input: {}, output: after }];
    expect(nextStep({ text, earlier: [], results: again }).calls).toEqual([
      { tool: 'rename_tool', input: { from: 'forecast', to: 'get_forecast' } },
    ]);
  });

  test('"it" is the one tool that an import added', () => {
    const draft = { ...ACME, tools: [...ACME.tools, { ...ACME.tools[0]!, name: 'get_thing' }] };
    const { calls } = runTurn('add `curl https://api.example.com/things/1` and disable it', {
      draft,
    });
    expect(calls).toContainEqual({
      tool: 'upsert_tool',
      input: { name: 'get_thing', enabled: false },
    });
  });

  test('results whose inputs were written anew are recognised', () => {
    const text = 'rename get_user to a';
    const results = [
      { tool: 'read_blueprint', input: { verbose: false }, output: ACME },
      { tool: 'rename_tool', input: { to: 'a', from: 'get_user' }, output: { changed: ['Done'] } },
      { tool: 'run_checks', input: { all: true }, output: { score: 90, fails: [], warns: [] } },
    ];
    const { calls, say } = nextStep({ text, earlier: [], results });
    expect(calls).toEqual([]);
    expect(say).toBe('Done.\n\nThe report: 90 of 100, nothing fails.');
  });
});

describe('the summary', () => {
  test('says what was refused, and why, and nothing else', () => {
    const { summary } = runTurn('rename get_user to b', {
      answers: {
        rename_tool: { changed: [], problems: [{ path: '$.to', message: 'That name is taken' }] },
      },
    });
    expect(summary).toBe('`get_user` was not changed: At `$.to`: That name is taken.');
  });

  test('never says that something was done which no result shows', () => {
    const { summary } = runTurn('rename get_user to b', { answers: { rename_tool: 'gone' } });
    expect(summary).toBe('Rename get_user to b: there is no answer that says whether it was done.');
    const nothing = runTurn('rename get_user to b', { answers: { rename_tool: { changed: [] } } });
    expect(nothing.summary).toBe('Rename get_user to b: nothing had to be changed.');
  });

  test('tells what fails in the report after an edit, and offers the fix', () => {
    const { summary } = runTurn('use a bearer token', {
      answers: {
        set_upstream: { changed: ['The API takes a bearer token'], problems: [] },
        run_checks: { score: 80, fails: [FINDING], warns: [] },
      },
    });
    expect(summary).toBe(
      [
        'The API takes a bearer token.',
        'The report: 80 of 100, 1 check fails:',
        '- Destructive tools ask first (`delete_user`): delete_user asks nobody. Mark it as destructive.',
        'Say "fix the report" and I repair what I can.',
      ].join('\n\n'),
    );
  });

  test('tells the whole report where it is asked for', () => {
    const { summary } = runTurn('what fails in the report?', {
      answers: { run_checks: { score: 80, fails: [FINDING], warns: [{ ...FINDING, title: 'A' }] } },
    });
    expect(summary).toContain('The score is 80 of 100.');
    expect(summary).toContain('1 failing check:\n\n- Destructive tools ask first');
    expect(summary).toContain('1 warning:\n\n- A');
  });

  test('tells what the fixes did and what is left, and the report after them', () => {
    const { steps, summary } = runTurn('fix the report', {
      answers: {
        fix_findings: { fixed: ['Titles'], left: [{ ...FINDING, canFix: false }] },
        run_checks: { score: 95, fails: [], warns: [] },
      },
    });
    expect(toolsOf(steps)).toEqual([['read_blueprint'], ['fix_findings'], ['run_checks']]);
    expect(summary).toContain('Fixed: Titles.');
    expect(summary).toContain('1 finding left for you:\n\n- Destructive tools ask first');
    expect(summary).toContain('The report: 95 of 100');
  });

  test('says that nothing could be fixed where nothing was', () => {
    const { steps, summary } = runTurn('fix the report', {
      answers: { fix_findings: { fixed: [], left: [] } },
    });
    expect(summary).toBe('There was nothing that I can fix by myself.');
    expect(toolsOf(steps).flat()).not.toContain('run_checks');
  });

  test('shows what a tool answered, as somebody else’s text', () => {
    const text = 'ignore this ```` and that';
    const { summary } = runTurn('call get_user with id 5', {
      answers: { run_tool: { isError: false, text } },
    });
    expect(summary).toBe(`\`get_user\` answered:\n\n\`\`\`\`\`\n${text}\n\`\`\`\`\``);
  });

  test('says that a tool answered with an error', () => {
    const { summary } = runTurn('call get_user with id 5', {
      answers: { run_tool: { isError: true, text: 'HTTP 404' } },
    });
    expect(summary).toContain('`get_user` answered with an error:');
    expect(summary).toContain('HTTP 404');
  });

  test('says why an import failed, and what an address may be instead', () => {
    const { summary } = runTurn('https://api.example.com/users', {
      answers: { import_document: { problems: [{ path: '', message: 'This is no document' }] } },
    });
    expect(summary).toBe(
      'I could not import https://api.example.com/users: This is no document. If it is no document but an address to call, say "add a tool that gets https://api.example.com/users".',
    );
  });

  test('tells the warnings of an import', () => {
    const { summary } = runTurn('https://api.example.com/openapi.json', {
      answers: { import_document: { tools: 2, added: ['b'], warnings: ['No servers.'] } },
    });
    expect(summary).toContain('1 new tool (`b`), 2 in all.');
    expect(summary).toContain('- No servers.');
  });

  test('names what was not understood beside what was done', () => {
    const { summary } = runTurn('rename get_user to b. Sing a song.', {
      answers: { rename_tool: { changed: ['Renamed'] } },
    });
    expect(summary).toContain('Renamed.');
    expect(summary).toContain('I did not understand "Sing a song".');
  });

  test('tells what of a table was left out', () => {
    const table =
      '| Method | Path |\n|--|--|\n| GET | /orders |\n| FLY | /orders |\n| GET | none |';
    const { summary } = runTurn(table);
    expect(summary).toContain('Line 4 of the table was left out');
    expect(summary).toContain('Line 5 of the table was left out');
  });
});

describe('questions back', () => {
  test('a question comes after all that could be done', () => {
    const { steps, said, summary } = runTurn('remove delete and rename get_user to b');
    expect(toolsOf(steps)).toEqual([
      ['read_blueprint'],
      ['rename_tool'],
      ['run_checks'],
      ['ask_user'],
    ]);
    expect(summary).toBe('Which tool do you mean by "delete"?');
    expect(said.at(-2)).toContain('rename_tool was done.');
  });

  test('of two questions the second is not forgotten', () => {
    const { summary } = runTurn('remove delete and make the limit optional');
    expect(summary).toBe(
      'Which tool do you mean by "delete"? Not done yet, ask me again: "make the limit optional".',
    );
    const { calls } = runTurn('remove delete and make the limit optional', {
      answers: { ask_user: 'delete_post list_posts' },
    });
    expect(calls.filter(({ tool }) => tool === 'ask_user')).toHaveLength(2);
  });

  test('an answer may lead to another question', () => {
    const tools = ACME.tools.map((tool) => ({ ...tool, upstream: 'acme' }));
    const upstreams = [
      ...ACME.upstreams,
      { id: 'shop', baseUrl: 'https://api.shop.com', auth: [] },
    ];
    const { calls } = runTurn('add GET /users', {
      draft: { ...ACME, tools, upstreams },
      answers: { ask_user: 'https://api.shop.com' },
    });
    const questions = calls.filter(({ tool }) => tool === 'ask_user').map(({ input }) => input);
    expect(questions).toHaveLength(2);
    expect(questions[1]).toMatchObject({
      choices: ['Name the new one list_users_2', 'Replace list_users'],
    });
  });

  test.each([{ answer: 'delete_post' }, 'delete_post', { choice: 'delete_post' }])(
    'an answer within the turn is followed at once: %j',
    (answer) => {
      const { steps } = runTurn('remove delete', { answers: { ask_user: answer } });
      expect(toolsOf(steps)).toEqual([
        ['read_blueprint'],
        ['ask_user'],
        ['remove_tool'],
        ['run_checks'],
      ]);
      expect(steps[2]?.[0]?.input).toEqual({ name: 'delete_post' });
    },
  );

  test('an answer that is none changes nothing', () => {
    const { calls, summary } = runTurn('remove delete', { answers: { ask_user: 'purple' } });
    expect(calls.map(({ tool }) => tool)).toEqual(['read_blueprint', 'ask_user']);
    expect(summary).toBe('"purple" does not answer that, so nothing was changed.');
  });

  test('a path without a base URL is asked about, and the answer is used', () => {
    const first = runTurn('GET /orders - all orders\nGET /orders/{id}', { draft: EMPTY });
    expect(first.calls.at(-1)?.input).toMatchObject({ choices: [] });
    const { calls } = runTurn('https://api.shop.com/v1', {
      draft: EMPTY,
      earlier: ['GET /orders - all orders\nGET /orders/{id}'],
    });
    const urls = calls
      .filter(({ tool }) => tool === 'upsert_tool')
      .map(({ input }) => input['request']);
    expect(urls).toEqual([
      { method: 'GET', url: 'https://api.shop.com/v1/orders' },
      { method: 'GET', url: 'https://api.shop.com/v1/orders/{id}' },
    ]);
  });

  test('with two APIs a path and a credential need to say which', () => {
    const upstreams = [
      ...ACME.upstreams,
      { id: 'shop', baseUrl: 'https://api.shop.com', auth: [] },
    ];
    const draft = { ...ACME, upstreams };
    const path = runTurn('add GET /orders', {
      draft,
      answers: { ask_user: 'https://api.shop.com' },
    });
    expect(path.calls).toContainEqual({
      tool: 'upsert_tool',
      input: {
        name: 'list_orders',
        request: { method: 'GET', url: 'https://api.shop.com/orders' },
      },
    });
    const auth = runTurn('use basic auth', { draft, answers: { ask_user: 'shop' } });
    expect(auth.calls).toContainEqual({
      tool: 'set_upstream',
      input: { id: 'shop', auth: { kind: 'basic' } },
    });
    const named = runTurn('use basic auth for api.shop.com', { draft });
    expect(named.calls.map(({ tool }) => tool)).not.toContain('ask_user');
  });
});

describe('care', () => {
  test('a credential that somebody pastes is in no call', () => {
    const secret = 'sk_live_abcdef1234567890';
    const all = [
      `use a bearer token ${secret}`,
      `use the api key ${secret} in the header X-Api-Key`,
      `add a tool that gets https://api.example.com/orders?api_key=${secret}`,
    ].flatMap((text) => runTurn(text).calls.filter(({ tool }) => tool !== 'propose_plan'));
    expect(all.map(({ tool }) => tool)).toContain('set_upstream');
    expect(JSON.stringify(all)).not.toContain(secret);
  });

  test('a tool of code keeps what its code returns', () => {
    const { calls, summary } = runTurn('return only text from sum_up');
    expect(calls.map(({ tool }) => tool)).toEqual(['read_blueprint']);
    expect(summary).toContain('its own code decides');
  });

  test('a draft that cannot be read has no tools', () => {
    const { summary } = runTurn('remove get_user', { answers: { read_blueprint: 'broken' } });
    expect(summary).toBe('The draft has no tools yet.');
  });

  test('without an API there is nothing to sign in to', () => {
    const { calls, summary } = runTurn('use a bearer token', { draft: EMPTY });
    expect(calls.map(({ tool }) => tool)).toEqual(['read_blueprint']);
    expect(summary).toContain('calls no API yet');
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'a tool named %s is a tool like any other',
    (name) => {
      expect(callsOf(`rename get_user to ${name}`)).toEqual([
        ['rename_tool', { from: 'get_user', to: name }],
      ]);
      expect(callsOf(`remove ${name}`)).toEqual([]);
      expect(callsOf(name)).toEqual([]);
    },
  );

  test.each(['', '   \n\t ', '\u200B'])('nothing is called for an empty message: %j', (text) => {
    const { say, calls } = nextStep({ text, earlier: [], results: [] });
    expect(calls).toEqual([]);
    expect(say).toMatch(/^Say what the server should do/);
  });
});

describe('what it offers to do', () => {
  test.each([
    ['an empty draft', EMPTY],
    ['a draft with tools', ACME],
    ['a draft with one tool', { ...ACME, tools: ACME.tools.slice(1, 2) }],
    ['a draft of code', { ...ACME, tools: ACME.tools.slice(6) }],
  ])('%s: three requests that are understood', (_name, draft) => {
    const requests = suggestRequests(draft);
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(runTurn(request, { draft }).summary).not.toMatch(/did not understand|There is no/);
    }
    expect(runTurn('sing a song', { draft }).summary).toContain(`- ${requests[2]}`);
  });
});
