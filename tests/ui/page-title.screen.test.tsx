import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { usePageTitle } from '#app/ui/meta/use-page-title.ts';

function Server({ name }: { name: string }) {
  usePageTitle(name);
  return null;
}

/** As React Router's `Meta` writes it: React touches the document only where the text differs from its last. */
const Page = ({ title, server }: { title: string; server: string | null }) => (
  <>
    <title>{title}</title>
    {server === null ? null : <Server name={server} />}
  </>
);

test.each([
  ['of another name', 'Prices'],
  ['with the title that the last one began with', 'New server'],
  ['with the title that the server had given itself', 'User desk'],
])('the next page, %s, has its own title', (_, next) => {
  const page = render(<Page title="New server" server="New server" />);
  page.rerender(<Page title="New server" server="User desk" />);
  expect(document.title).toBe('User desk');
  page.rerender(<Page title={next} server={null} />);
  expect(document.title).toBe(next);
});
