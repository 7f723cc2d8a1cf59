import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { openServerPane } from '../setup/screens/open-server-pane.tsx';

/** The petstore, whose list of pets goes on at the address in its header. */
function paged(blueprint: Blueprint): Blueprint {
  const tools = blueprint.tools.map((tool) =>
    tool.name === 'findPetsByStatus' && tool.action.kind === 'http'
      ? {
          ...tool,
          action: {
            ...tool.action,
            pagination: { kind: 'link' as const, follow: { maxPages: 4 } },
          },
        }
      : tool,
  );
  return { ...blueprint, tools };
}

test('a tool shows how its list goes on, and one without pages says nothing of them', async () => {
  const { user } = await openServerPane('tool=findPetsByStatus', { change: paged });
  const article = within(await screen.findByRole('article', { name: 'findPetsByStatus' }));
  const pages = within(await article.findByRole('region', { name: 'Pagination' }));
  expect(pages.getByText('One call gets').parentElement?.textContent).toContain('up to 4 pages');
  expect(pages.getByText('Next link').parentElement?.textContent).toContain('Link header');
  await user.click(screen.getByRole('button', { name: /^addPet/ }));
  const other = within(await screen.findByRole('article', { name: 'addPet' }));
  await other.findByRole('region', { name: 'Parameters' });
  expect(other.queryByRole('region', { name: 'Pagination' })).toBeNull();
});

test('a call that joins pages says how many there were', async () => {
  const { user } = await openServerPane('tab=try&tool=findPetsByStatus', { change: paged });
  const form = within(await screen.findByRole('form', { name: 'Arguments of findPetsByStatus' }));
  await user.click(form.getByRole('button', { name: /^Send/ }));
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  expect(await result.findByText('2 pages')).toBeTruthy();
});
