import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { openServerPane } from '../setup/screens/open-server-pane.tsx';
import { refill } from '../setup/screens/refill.ts';

const row = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) });
const detail = (name: string) => screen.findByRole('article', { name });

test('a search shows what matches, by name and by words', async () => {
  const { user } = await openServerPane('tab=tools');
  const search = await screen.findByRole('searchbox', { name: 'Search 20 tools' });
  await user.type(search, 'inventor');
  expect(row('getInventory')).not.toBeNull();
  expect(row('addPet')).toBeNull();
  await refill(user, search, 'no such tool at all');
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(row('addPet')).not.toBeNull();
});

test('one, some and all tools are taken out of the server and put back', async () => {
  const { user, draft } = await openServerPane('tab=tools');
  const served = () =>
    draft
      .blueprint()
      .tools.filter(({ enabled }) => enabled)
      .map(({ name }) => name);
  await user.click(await screen.findByRole('checkbox', { name: 'Serve deletePet' }));
  await waitFor(() => expect(served()).not.toContain('deletePet'));
  const search = screen.getByRole('searchbox');
  await user.type(search, 'user');
  await user.click(screen.getByRole('checkbox', { name: 'Serve all found tools' }));
  await waitFor(() => expect(served()).not.toContain('loginUser'));
  expect(served()).toContain('addPet');
  await user.clear(search);
  await user.click(screen.getByRole('checkbox', { name: 'Serve all tools' }));
  await waitFor(() => expect(served()).toHaveLength(20));
});

test('a name that no tool may have is refused at its field, a good one moves the address', async () => {
  const { user, draft, search } = await openServerPane('tool=getPetById');
  await user.click(within(await detail('getPetById')).getByRole('button', { name: 'Edit name' }));
  await refill(user, screen.getByRole('textbox', { name: 'name' }), 'find pet');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('1 to 64');
  await refill(user, screen.getByRole('textbox', { name: 'name' }), 'find_pet');
  await user.keyboard('{Enter}');
  expect(within(await detail('find_pet')).getByRole('heading', { name: 'find_pet' })).toBeTruthy();
  expect(search().get('tool')).toBe('find_pet');
  await waitFor(() =>
    expect(draft.blueprint().tools.map(({ name }) => name)).toContain('find_pet'),
  );
});

test('parameters stand in a table, with what is inside the body, and the schema one click away', async () => {
  const { user } = await openServerPane('tool=addPet');
  const article = within(await detail('addPet'));
  const table = within(article.getByRole('table', { name: 'Parameters' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Where',
    'Type',
    'Required',
    'Description',
  ]);
  expect(table.getByRole('row', { name: /^body body PetInput or string/ })).toBeTruthy();
  expect(table.getByRole('row', { name: /^photoUrls array of string/ }).textContent).toContain(
    'yes',
  );
  const category = table.getByRole('button', { name: 'category' });
  const rows = table.getAllByRole('row').length;
  expect(category.getAttribute('aria-expanded')).toBe('false');
  await user.click(category);
  expect(category.getAttribute('aria-expanded')).toBe('true');
  expect(table.getAllByRole('row').length).toBeGreaterThan(rows);
  await user.click(article.getAllByRole('radio', { name: 'JSON Schema' })[0]!);
  expect(article.queryByRole('table', { name: 'Parameters' })).toBeNull();
  expect(article.getByRole('region', { name: 'Parameters' }).textContent).toContain('"photoUrls"');
});

test('a parameter shows its place, its type, and that it is required', async () => {
  await openServerPane('tool=findPetsByStatus');
  const row = within(await detail('findPetsByStatus')).getByRole('row', { name: /^status query/ });
  expect(row.textContent).toContain('yes');
  expect(row.textContent).toContain('array of string');
});

test('a visitor reads the tools and cannot change them', async () => {
  await openServerPane('tool=addPet', { mayEdit: false });
  await detail('addPet');
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true);
});
