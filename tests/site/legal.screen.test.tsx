import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import Privacy from '#app/site/privacy.route.tsx';
import Terms from '#app/site/terms.route.tsx';

function show(page: ReactNode) {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
}

test.each([
  ['Terms of Service', <Terms key="terms" />, 'November 26, 2026', 'Privacy Policy'],
  ['Privacy Policy', <Privacy key="privacy" />, 'November 26, 2026', 'Terms of Service'],
])('%s: every line of its contents leads to a section that exists', (title, page, day, sibling) => {
  show(page);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(day).tagName).toBe('TIME');
  const lines = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) {
    const target = line.getAttribute('href') ?? '';
    expect(document.querySelectorAll(target), target).toHaveLength(1);
  }
  expect(screen.getAllByRole('link', { name: sibling }).length).toBeGreaterThan(0);
});

test('without analytics there is nothing to agree to', () => {
  show(<Privacy />);
  expect(screen.getByText(/This installation has no analytics set up/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('what the chat keeps, and who receives it, is in the privacy policy', () => {
  show(<Privacy />);
  const server = screen.getByRole('table', { name: 'What the server keeps' }).textContent;
  for (const kept of ['conversation of each draft', 'turns of the builder', 'own keys of model'])
    expect(server).toContain(kept);
  expect(screen.getByRole('table', { name: 'What your browser keeps' }).textContent).toContain(
    'first-message',
  );
  expect(screen.getByText(/The company whose model answers you/)).toBeTruthy();
});
