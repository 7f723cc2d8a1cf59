import { expect } from 'vitest';

import { fromBase64 } from '#app/platform/text/encoding.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { defineFlow, readTold, type AnyFlow } from './fault-flow.workerd.ts';
import type { FaultyProject } from './push-flows.workerd.ts';

/** What comes back from a repository: its edits, and how it is now. */
export function editFlows(open: () => FaultyProject): AnyFlow[] {
  const user = () => open().user;
  const latest = async () => {
    const answer = await user().fetch(`/api/projects/${open().pushed.id}`);
    return (await answer.json<ProjectView>()).latest;
  };
  return [
    defineFlow({
      name: 'take edits of a repository as the next version',
      user,
      async start() {
        const { name } = await open().link();
        const version = await latest();
        await open().pushed.push(version);
        const head = await editDescription(open(), name);
        return { head, version, key: crypto.randomUUID() };
      },
      run: async ({ head, key }) => {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ head, into: 'version' }),
        };
        return readTold(await user().fetch(`${open().path}/pull`, init));
      },
      hold: async ({ version }) => expect(await latest()).toBe(version),
      done: async ({ version }, { body }) => {
        expect(body).toEqual({ chat: null, version: version + 1 });
        expect(await latest()).toBe(version + 1);
      },
    }),
    defineFlow({
      name: 'look how a repository is',
      user,
      async start() {
        const { name } = await open().link();
        await open().pushed.push(1);
        const head = await open().site.control.commit({ name, files: { 'a.txt': '1' } });
        await open().site.control.check({ name, conclusion: 'failure' });
        return { head };
      },
      run: async () => readTold(await user().fetch(`${open().path}/status`)),
      hold: async ({ head }) => {
        const { link } = await open().pushed.read();
        expect([null, head]).toContain(link?.headSha === head ? head : null);
        expect(link?.state).toBe('ok');
      },
      done: async ({ head }, { body }) => {
        expect(body).toMatchObject({ ahead: 1, link: { headSha: head, ci: 'failed' } });
      },
    }),
  ];
}

let edits = 0;

/** Somebody edits the description of a tool in the repository. */
async function editDescription({ site }: FaultyProject, name: string): Promise<string> {
  const path = 'blueprint.json';
  const { files } = await site.control.files({ name });
  const bytes = fromBase64(files[path]?.content ?? '') ?? new Uint8Array();
  const text = new TextDecoder().decode(bytes);
  edits += 1;
  const edited = text.replace('"description": "', `"description": "Edit ${edits}. `);
  expect(edited).not.toBe(text);
  return site.control.commit({ name, files: { [path]: edited } });
}
