import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import type { EndpointPage } from '#app/dashboard/endpoint/endpoint-page.ts';
import { EndpointScreen } from '#app/dashboard/endpoint/endpoint-screen.tsx';

import { startUser } from '../setup/screens/start-user.ts';

const SHOWN: EndpointPage = {
  isHidden: false,
  slug: 'pet-store-1a2b',
  title: 'Pet store',
  description: 'Answers about pets.',
  visibility: 'public',
  version: 3,
  tools: [
    { name: 'get_pet', title: 'Get a pet', description: 'Gets a pet by its id.' },
    { name: 'add_pet', title: null, description: null },
  ],
  more: 4,
  project: null,
};

function open(facts: EndpointPage) {
  const element = <EndpointScreen facts={facts} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  return startUser();
}

const snippet = () => screen.getByLabelText(/^snippet for/).textContent ?? '';

test('a public server shows its tools, and is added without a key', async () => {
  const user = open(SHOWN);
  expect(screen.getByRole('heading', { name: 'Pet store', level: 1 })).toBeTruthy();
  expect(screen.getByRole('heading', { name: '6 tools' })).toBeTruthy();
  const tools = within(screen.getByRole('list', { name: 'Tools' }));
  expect(tools.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'get_petGet a petGets a pet by its id.',
    'add_pet',
  ]);
  expect(screen.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')).toMatch(
    /^cursor:/,
  );
  expect(screen.queryByRole('link', { name: 'Open the project' })).toBeNull();
  const clients = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI'];
  for (const name of clients) {
    await user.click(screen.getByRole('radio', { name }));
    expect([name, snippet()]).toEqual([name, expect.stringContaining('/mcp/pet-store-1a2b')]);
    expect(snippet()).not.toContain('Bearer');
  }
});

test('a server that is not public is added by signing in, or with a key whose place is told', async () => {
  const user = open({ ...SHOWN, visibility: 'private', project: 'p' });
  expect(screen.getByText('Private')).toBeTruthy();
  expect(snippet()).not.toContain('Bearer');
  expect(screen.getByText(/opens a page here, where you sign in/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add to Cursor' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'API key' }));
  expect(snippet()).toContain('Bearer YOUR_API_KEY');
  // A link with a place for a key would add a server that nobody can call.
  expect(screen.queryByRole('link', { name: 'Add to Cursor' })).toBeNull();
  const link = screen.getByRole('link', { name: 'Open the project' });
  expect(link.getAttribute('href')).toBe('/projects/p');
});

test('a hidden server shows that it is private, and how to sign in', () => {
  open({ isHidden: true });
  expect(screen.getByRole('heading', { name: 'Private', level: 1 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});
