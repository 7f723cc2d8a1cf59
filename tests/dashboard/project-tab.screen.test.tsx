import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { useProjectTab } from '#app/dashboard/use-project-tab.ts';

import { startUser } from '../setup/screens/start-user.ts';

function Tabs() {
  const { open } = useProjectTab();
  return (['tools', 'files', 'logs'] as const).map((tab) => (
    <button key={tab} type="button" onClick={() => open(tab)}>
      {tab}
    </button>
  ));
}

test.each([
  { from: '?tab=tools&version=2', to: 'files', leads: '?tab=files&version=2' },
  { from: '?tab=tools&version=2', to: 'logs', leads: '?tab=logs' },
  { from: '?tab=logs&version=2', to: 'tools', leads: '?tab=tools' },
])('$to after $from is $leads', async ({ from, to, leads }) => {
  const router = createMemoryRouter([{ path: '*', element: <Tabs /> }], {
    initialEntries: [`/projects/p${from}`],
  });
  render(<RouterProvider router={router} />);
  await startUser().click(screen.getByRole('button', { name: to }));
  expect(router.state.location.search).toBe(leads);
});
