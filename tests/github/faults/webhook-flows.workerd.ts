import { expect } from 'vitest';

import type { ProjectView } from '#app/projects/project.ts';

import { WEBHOOK } from '../hooked-project.workerd.ts';
import { defineFlow, readTold, type AnyFlow, type Told } from './fault-flow.workerd.ts';
import type { FaultyProject } from './push-flows.workerd.ts';

/** Whatever goes wrong while a webhook is dealt with: it is believed where GitHub cannot be asked. */
const SURVIVES = { survives: [[/./]] } satisfies Pick<AnyFlow, 'survives'>;

/** News of a repository that GitHub tells us. */
export function webhookFlows(open: () => FaultyProject): AnyFlow[] {
  const user = () => open().user;
  const link = async () => (await open().pushed.read()).link;
  return [
    defineFlow({
      name: 'hear of a commit',
      user,
      ...SURVIVES,
      async start() {
        const { name } = await open().link();
        await open().site.control.take();
        return { head: await open().site.control.commit({ name, files: { 'a.txt': '1' } }) };
      },
      run: () => deliver(open(), 'push'),
      done: async ({ head }) => expect(await link()).toMatchObject({ headSha: head, ci: null }),
    }),
    defineFlow({
      name: 'hear of a failed check',
      user,
      ...SURVIVES,
      async start() {
        const { name } = await open().link();
        await open().site.control.take();
        await open().site.control.check({ name, conclusion: 'failure' });
      },
      run: () => deliver(open(), 'check_run'),
      done: async () => expect((await link())?.ci).toBe('failed'),
    }),
    defineFlow({
      name: 'hear of another name',
      user,
      ...SURVIVES,
      async start() {
        const { name } = await open().link();
        await open().site.control.take();
        await open().site.control.rename({ name }, `${name}-renamed`);
        return { name: `${name}-renamed` };
      },
      run: () => deliver(open(), 'repository'),
      done: async ({ name }) => expect(await link()).toMatchObject({ name, state: 'ok' }),
    }),
    defineFlow({
      name: 'hear of a merge that publishes',
      user,
      ...SURVIVES,
      async start() {
        const { pushed, site, path } = open();
        const { name, head } = await open().link();
        const push = await pushed.push(1, { way: 'pull', head });
        await user().fetch(`${path}/settings`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ publishesOnMerge: true }),
        });
        await site.control.take();
        await site.control.merge({ name, number: push.pull ?? 0 });
        return { push };
      },
      run: () => deliver(open(), 'pull_request'),
      done: async ({ push }) => {
        const now = await open().lastPush();
        expect(now).toMatchObject({ id: push.id, state: 'merged' });
        expect((await link())?.pushedVersion).toBe(1);
        const project = await user().fetch(`/api/projects/${open().pushed.id}`);
        expect((await project.json<ProjectView>()).published).toBe(1);
      },
    }),
  ];
}

/** Lets the webhooks of an event arrive; the last answer counts. */
async function deliver({ site }: FaultyProject, event: string): Promise<Told> {
  const waiting = await site.control.take([event]);
  let told: Told | null = null;
  for (const { body, headers } of waiting) {
    told = await readTold(await site.send(new Request(WEBHOOK, { method: 'POST', body, headers })));
    expect(told.status, told.words).toBe(204);
  }
  if (told === null) throw new Error(`Nobody told of ${event}.`);
  return told;
}
