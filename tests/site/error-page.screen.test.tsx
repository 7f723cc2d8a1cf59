import { render, screen } from '@testing-library/react';
import { createRoutesStub, data } from 'react-router';
import { expect, test } from 'vitest';

import { readTracedFailure } from '#app/platform/failures/traced-failure.ts';
import { ErrorPage } from '#app/site/error-page.tsx';

/** A page whose loader throws this; the document was requested as REQ-DOCUMENT. */
async function openBroken(thrown: () => unknown): Promise<void> {
  const Boundary = ({ error }: { error?: unknown }) => (
    <ErrorPage error={error} requestId={readTracedFailure(error) ?? 'REQ-DOCUMENT'} />
  );
  const Stub = createRoutesStub([
    {
      path: '/broken',
      loader: () => {
        throw thrown();
      },
      Component: () => null,
      ErrorBoundary: Boundary,
    },
  ]);
  render(<Stub initialEntries={['/broken?tab=two']} />);
  await screen.findByRole('heading', { level: 1 });
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('a loader that failed is shown with the id of its own request, and a retry that needs no scripts', async () => {
  await openBroken(() => data({ requestId: 'REQ-LOADER' }, { status: 500 }));
  expect(heading()).toBe('Something went wrong');
  expect(screen.getByText('REQ-LOADER').tagName).toBe('CODE');
  expect(await screen.findByRole('button', { name: 'Copy request id' })).toBeTruthy();
  const retry = screen.getByRole('link', { name: 'Try again' });
  expect(retry.getAttribute('href')).toBe('/broken?tab=two');
});

test('an outage says to wait, and where nothing told an id the document’s is shown', async () => {
  await openBroken(() => data(null, { status: 503 }));
  expect(heading()).toBe('Not available right now');
  expect(screen.getByText('REQ-DOCUMENT')).toBeTruthy();
});

test('what is gone for good offers no retry', async () => {
  await openBroken(() => data(null, { status: 410 }));
  expect(heading()).toBe('This draft is no longer here');
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go Home' })).toBeTruthy();
});

test('a page that failed in the browser says nothing of the error itself', async () => {
  await openBroken(() => new Error('secret detail of the code'));
  expect(heading()).toBe('Something went wrong');
  expect(document.body.textContent).not.toContain('secret detail');
});
