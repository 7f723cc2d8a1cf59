import { expect, test } from 'vitest';

import type { UpstreamFetch } from '#app/runtime/definition.ts';

import { EVALUATION, NETWORK, STOLEN_FETCH } from '../security/code-attempts.ts';
import { callModule, openModules, toModules, withoutReading } from './open-modules.workerd.ts';

const run = (body: string) => `export default async (args, context) => { ${body} };`;

/** Both ways: as code is read before it runs, and as if nobody had read it. */
async function outcomes(source: string): Promise<string[]> {
  const modules = await toModules({ run: source });
  const texts: string[] = [];
  for (const each of [modules, withoutReading(modules, 'run')]) {
    texts.push(JSON.stringify(await callModule(openModules(each), 'run')));
  }
  return texts;
}

test('a tool answers with what its code returns', async () => {
  expect(await outcomes(run(`return 'left';`))).toEqual([
    expect.stringContaining('left'),
    expect.stringContaining('left'),
  ]);
});

test.each(Object.entries(NETWORK))('%s leads nowhere', async (_, body) => {
  for (const text of await outcomes(run(body))) expect(text).not.toMatch(/"left"/);
});

test.each(Object.entries(EVALUATION))('%s makes no code', async (_, body) => {
  for (const text of await outcomes(run(body))) {
    expect(text).toContain('"isError":true');
    expect(text).not.toContain('42}');
  }
});

/** The requests that leave while a tool is called twice, and shortly after. */
async function sentBy(source: string): Promise<string[]> {
  const sent: string[] = [];
  const egress: UpstreamFetch = async (_upstream, { path }) => {
    sent.push(path);
    return { ok: false, reason: 'unreachable', message: 'Nobody is there.' };
  };
  const modules = await toModules({ run: source });
  for (const each of [modules, withoutReading(modules, 'run')]) {
    const sandbox = openModules(each);
    for (let call = 0; call < 2; call += 1) await callModule(sandbox, 'run', {}, egress);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return sent;
}

test('a tool sends with its own fetch while it runs', async () => {
  const send = `await context.fetch('api', { method: 'GET', path: '/own', headers: [] });`;
  expect(await sentBy(run(send))).toEqual(['/own', '/own', '/own', '/own']);
});

test.each(Object.entries(STOLEN_FETCH))(
  'a fetch that was kept sends nothing %s',
  async (_, source) => {
    expect(await sentBy(source)).toEqual([]);
  },
);
