import { expect, test } from 'vitest';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

test('the chat gets a title in one line, while the turn lasts', async () => {
  const workspace = openWorkspace();
  const titles: string[] = [];
  workspace.ports.setTitle = (title) => {
    titles.push(title);
    return Promise.resolve();
  };
  const call = (title: string) => callBuilderTool(workspace, 'set_title', { title });
  expect(await call('  Orders\n of a shop ')).toEqual({
    changed: ['The chat is called "Orders of a shop".'],
    problems: [],
  });
  await expect(call('   ')).rejects.toThrow();
  workspace.end();
  expect(await call('Too late')).toMatchObject({ changed: [], problems: [{ path: '$' }] });
  expect(titles).toEqual(['Orders of a shop']);
});
