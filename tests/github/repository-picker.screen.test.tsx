import { render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { RepositoryPicker } from '#app/github/repositories/repository-picker.tsx';
import type { Repository, RepositoryPage } from '#app/github/repositories/repository.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const GRANT_URL = 'https://github.com/apps/mcp/installations/new';

function repository(id: number, owner: string, name: string, more: Partial<Repository> = {}) {
  const url = `https://github.com/${owner}/${name}`;
  const rights = { isPrivate: false, isArchived: false, canPush: true };
  const rest = { defaultBranch: 'main', pushedAt: 1_700_000_000_000, description: null };
  return { id, owner, name, url, ...rights, ...rest, ...more };
}

const WEATHER = repository(1, 'octo-dev', 'weather', { isPrivate: true });
const ORDERS = repository(2, 'octo-org', 'orders', { description: 'Orders of the shop' });
const OLD = repository(3, 'octo-dev', 'old', { isArchived: true });
const FOREIGN = repository(4, 'octo-org', 'foreign', { canPush: false, pushedAt: null });
const ALL = [WEATHER, ORDERS, OLD, FOREIGN];

function page(repositories: Repository[], more: Partial<RepositoryPage> = {}): RepositoryPage {
  return { repositories, cursor: null, note: null, grantUrl: GRANT_URL, ...more };
}

/** Answers the lists that are asked for, and keeps what was asked. */
function answerPages(answer: (query: URLSearchParams) => Response | RepositoryPage): string[] {
  const asked: string[] = [];
  answerRequests((request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname !== '/api/github/repositories') return undefined;
    asked.push(search);
    const answered = answer(searchParams);
    return answered instanceof Response ? answered : Response.json(answered);
  });
  return asked;
}

function Bench({ needsPush, onCreate }: { needsPush: boolean; onCreate?: () => void }) {
  const [picked, setPicked] = useState<Repository | null>(null);
  return (
    <>
      <RepositoryPicker
        picked={picked}
        onPick={setPicked}
        needsPush={needsPush}
        {...(onCreate && { onCreate })}
      />
      <p>Picked: {picked ? picked.name : 'none'}</p>
    </>
  );
}

function show({
  needsPush = false,
  onCreate,
}: { needsPush?: boolean; onCreate?: () => void } = {}) {
  render(
    <MemoryRouter>
      <Bench needsPush={needsPush} {...(onCreate && { onCreate })} />
    </MemoryRouter>,
  );
  return startUser();
}

const field = () => screen.getByRole('combobox', { name: 'Repository' });
const names = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('.font-mono')?.textContent);

test('repositories are listed by owner, with what is private, archived and read only', async () => {
  answerPages(() => page(ALL));
  const user = show();
  await user.click(field());
  const own = within(await screen.findByRole('group', { name: 'octo-dev' }));
  expect(own.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^weatherPrivate/),
    'oldArchived',
  ]);
  const theirs = within(screen.getByRole('group', { name: 'octo-org' }));
  expect(theirs.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ordersOrders of the shop/),
    'foreignRead only',
  ]);
  expect(screen.getByRole('link', { name: 'Grant access to more' })).toHaveProperty(
    'href',
    GRANT_URL,
  );
});

test('a whole list is filtered without another request, and picked by the keyboard', async () => {
  const asked = answerPages(() => page(ALL));
  const user = show();
  await user.click(field());
  await screen.findByRole('option', { name: /weather/ });
  await user.keyboard('octo-org/');
  expect(names()).toEqual(['orders', 'foreign']);
  await user.keyboard('{ArrowDown}');
  const active = field().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toContain('foreign');
  await user.keyboard('{ArrowUp}{Enter}');
  screen.getByText('Picked: orders');
  expect(field()).toHaveProperty('value', 'octo-org/orders');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(asked).toEqual(['?query=']);
});

test('Escape leaves everything as it was', async () => {
  answerPages(() => page(ALL));
  const user = show();
  await user.click(field());
  await user.click(await screen.findByRole('option', { name: /weather/ }));
  await user.click(field());
  await user.keyboard('ord{Escape}');
  screen.getByText('Picked: weather');
  expect(field()).toHaveProperty('value', 'octo-dev/weather');
});

test('where a push is meant, only what can be pushed to is picked', async () => {
  answerPages(() => page(ALL));
  const user = show({ needsPush: true });
  await user.click(field());
  const old = await screen.findByRole('option', { name: /old/ });
  expect(old.getAttribute('aria-disabled')).toBe('true');
  await user.click(old);
  await user.type(field(), 'foreign{Enter}');
  screen.getByText('Picked: none');
  await user.clear(field());
  await user.type(field(), 'weather{Enter}');
  screen.getByText('Picked: weather');
});

test('too many repositories are searched on GitHub, once whoever types pauses, page by page', async () => {
  const found = [repository(5, 'octo-org', 'billing-a'), repository(6, 'octo-org', 'billing-b')];
  const asked = answerPages((query) => {
    if (query.get('cursor') === 'p2') return page([found[1]!, found[0]!], { note: 'typeToFind' });
    return query.get('query') === ''
      ? page(ALL, { cursor: 'p2' })
      : page([found[0]!], { cursor: 'p2' });
  });
  const user = show();
  await user.click(field());
  await screen.findByRole('option', { name: /weather/ });
  await user.keyboard('Billing');
  await screen.findByRole('option', { name: /billing-a/ });
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('option', { name: /billing-b/ });
  expect(names()).toEqual(['billing-a', 'billing-b']);
  screen.getByText('Type a part of the name to find the others.');
  expect(asked).toEqual(['?query=', '?query=billing', '?query=billing&cursor=p2']);
});

test('a query that is the name of something in JavaScript is a query', async () => {
  const asked = answerPages((query) =>
    query.get('query') === '' ? page(ALL, { cursor: 'p2' }) : page([]),
  );
  const user = show();
  await user.click(field());
  await screen.findByRole('option', { name: /weather/ });
  await user.keyboard('constructor');
  await screen.findByText('No repository matches.');
  await user.clear(field());
  await user.keyboard('__proto__');
  await expect.poll(() => asked.length).toBe(3);
  await screen.findByText('No repository matches.');
});

test('a limit of GitHub says how long to wait, and the list is asked for again', async () => {
  const detail = "GitHub's rate limit is reached. Try again in 23 seconds.";
  const limited = { type: 'urn:mcp-builder:github-limited', title: 'github_limited', status: 429 };
  let isLimited = true;
  answerPages(() =>
    isLimited
      ? Response.json({ ...limited, detail, requestId: 'r1' }, { status: 429 })
      : page([WEATHER]),
  );
  const user = show();
  await user.click(field());
  await screen.findByText(detail);
  isLimited = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /weather/ });
  expect(screen.queryByText(detail)).toBeNull();
});

test('a revoked connection offers to reconnect', async () => {
  const detail = 'GitHub no longer accepts this connection. Reconnect GitHub, then try again.';
  const gone = { type: 'urn:mcp-builder:github-reconnect', title: 'github_reconnect', status: 409 };
  answerPages(() => Response.json({ ...gone, detail, requestId: 'r1' }, { status: 409 }));
  const user = show();
  await user.click(field());
  await screen.findByText(detail);
  screen.getByRole('button', { name: 'Reconnect GitHub' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an app that is installed nowhere says so, and who comes back from GitHub sees what was granted', async () => {
  const asked = answerPages((query) =>
    query.get('fresh') === '1' ? page([WEATHER]) : page([], { note: 'noAccount' }),
  );
  const user = show();
  await user.click(field());
  await screen.findByText(/not installed on any of your accounts/);
  const link = screen.getByRole('link', { name: 'Grant access to more' });
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  window.dispatchEvent(new Event('focus'));
  await screen.findByRole('option', { name: /weather/ });
  expect(asked).toEqual(['?query=', '?query=&fresh=1']);
});

test('a description that would turn the line around is shown inside its own direction', async () => {
  answerPages(() => page([repository(7, 'octo-dev', 'odd', { description: 'safe [U+202E]evil' })]));
  let created = 0;
  const user = show({ onCreate: () => (created += 1) });
  await user.click(field());
  const text = await screen.findByText('safe [U+202E]evil');
  expect(text.tagName).toBe('BDI');
  await user.click(screen.getByRole('button', { name: 'Create a repository' }));
  expect(created).toBe(1);
});
