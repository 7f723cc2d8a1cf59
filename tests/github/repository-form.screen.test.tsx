import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { NameAnswer } from '#app/github/repositories/new-repository.ts';
import { RepositoryForm } from '#app/github/repositories/repository-form.tsx';
import type { Repository } from '#app/github/repositories/repository.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const OWNERS = {
  owners: [
    { login: 'octo-dev', isOrganization: false, canCreate: true },
    { login: 'octo-org', isOrganization: true, canCreate: false },
  ],
  grantUrl: 'https://github.com/apps/mcp/installations/new',
};
const CREATED: Repository = {
  id: 9,
  owner: 'octo-dev',
  name: 'weather',
  isPrivate: true,
  isArchived: false,
  canPush: true,
  defaultBranch: 'main',
  pushedAt: null,
  url: 'https://github.com/octo-dev/weather',
  description: null,
};

interface Answers {
  name?: (name: string) => NameAnswer;
  create?: () => Response;
}

/** Answers what the form asks, and keeps the wishes that were sent. */
function answerForm({ name, create }: Answers = {}): unknown[] {
  const wishes: unknown[] = [];
  answerRequests(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/github/repositories/owners') return Response.json(OWNERS);
    if (pathname === '/api/github/repositories/availability') {
      const asked = searchParams.get('name') ?? '';
      return Response.json(name?.(asked) ?? { state: 'free', repository: null });
    }
    if (request.method !== 'POST') return undefined;
    wishes.push(await request.json());
    return create?.() ?? Response.json({ repository: CREATED, undone: null }, { status: 201 });
  });
  return wishes;
}

function show(suggestedName?: string) {
  const picked: string[] = [];
  render(
    <RepositoryForm
      {...(suggestedName !== undefined && { suggestedName })}
      onPick={({ owner, name }) => picked.push(`${owner}/${name}`)}
    />,
  );
  return { user: startUser(), picked };
}

const submit = () => screen.getByRole('button', { name: 'Create repository' });

test('a repository is created as it was described, under a name that GitHub can write', async () => {
  const wishes = answerForm();
  const { user, picked } = show('Café 天气 Server');
  const name = await screen.findByLabelText('Name');
  expect(name).toHaveProperty('value', 'cafe-server');
  await screen.findByText('octo-dev/cafe-server is free.');
  await user.clear(name);
  expect(submit()).toHaveProperty('disabled', true);
  await user.type(name, 'My weather!');
  await screen.findByText('It will be called “My-weather-”. octo-dev/My-weather- is free.');
  await user.type(screen.getByLabelText('Description (optional)'), 'Forecasts');
  await user.click(screen.getByRole('radio', { name: 'Public' }));
  await user.selectOptions(screen.getByLabelText('Licence'), 'MIT License');
  const branch = screen.getByLabelText('Default branch');
  await user.clear(branch);
  await user.type(branch, 'trunk');
  await user.click(submit());
  expect(wishes).toEqual([
    {
      owner: 'octo-dev',
      name: 'My-weather-',
      description: 'Forecasts',
      isPrivate: false,
      license: 'mit',
      defaultBranch: 'trunk',
    },
  ]);
  await expect.poll(() => picked).toEqual(['octo-dev/weather']);
});

test('names, branches and descriptions that GitHub refuses are named, and not sent', async () => {
  answerForm();
  const { user } = show();
  const name = await screen.findByLabelText('Name');
  await user.type(name, '天气');
  await screen.findByText(/Add a letter or digit/);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.clear(name);
  await user.type(name, 'weather');
  expect(submit()).toHaveProperty('disabled', false);
  const branch = screen.getByLabelText('Default branch');
  await user.clear(branch);
  await user.type(branch, 'my branch');
  await screen.findByText('Git does not take this name for a branch.');
  expect(submit()).toHaveProperty('disabled', true);
  await user.clear(branch);
  await user.type(branch, 'main');
  await user.click(screen.getByLabelText('Description (optional)'));
  await user.paste('x'.repeat(351));
  await screen.findByText('GitHub takes at most 350 characters.');
  expect(submit()).toHaveProperty('disabled', true);
});

test('a taken name offers the repository that has it; a former one says what the new one breaks', async () => {
  const moved = { ...CREATED, name: 'forecast' };
  answerForm({
    name: (name) =>
      name === 'weather'
        ? { state: 'taken', repository: CREATED }
        : { state: 'moved', repository: moved },
  });
  const { user, picked } = show('weather');
  await screen.findByText('octo-dev/weather exists already.');
  expect(submit()).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Use this repository' }));
  expect(picked).toEqual(['octo-dev/weather']);
  await user.type(screen.getByLabelText('Name'), '-old');
  await screen.findByText(/This was the name of octo-dev\/forecast/);
  expect(submit()).toHaveProperty('disabled', false);
});

test('an account that the app may not create in leads to GitHub', async () => {
  answerForm();
  const { user } = show('weather');
  await user.selectOptions(await screen.findByLabelText('Owner'), 'octo-org');
  expect(screen.getByRole('link', { name: 'Grant access' })).toHaveProperty(
    'href',
    OWNERS.grantUrl,
  );
  expect(submit()).toHaveProperty('disabled', true);
});

test('what GitHub says against it is shown beside the form, which keeps what was typed', async () => {
  const detail = 'GitHub does not allow this. It says: You need admin access to the organization.';
  answerForm({
    create: () =>
      Response.json(
        { type: 'about:blank', title: 'Forbidden', status: 403, detail, requestId: 'r1' },
        { status: 403 },
      ),
  });
  const { user, picked } = show('weather');
  await screen.findByText('octo-dev/weather is free.');
  await user.click(submit());
  await screen.findByText(detail);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'weather');
  expect(picked).toEqual([]);
});
