import type { Page } from '@playwright/test';
import * as z from 'zod';

import { connectGithub } from '../connect-github.ts';

import type { Asker } from './asker.ts';

const SignIn = z.object({ url: z.string() });

/** Connects GitHub's emulator, links a repository to a project, and pushes its first version. */
export async function seedGithub(page: Page, asker: Asker, project: string): Promise<void> {
  const github = await connectGithub();
  await github.addRepository({
    name: 'petstore',
    description: 'Tools of the pet store',
    files: {},
  });
  await github.install('octo-dev');
  const wish = { returnTo: '/github' };
  const { url } = await asker.ask(SignIn, 'POST', '/api/github/connection', wish);
  await page.goto(url);
  await page.getByRole('button', { name: 'Authorize as octo-dev' }).click();
  await page.waitForURL(/\/github$/);
  const path = `/api/projects/${project}/github`;
  await asker.text('PUT', path, { owner: 'octo-dev', name: 'petstore' });
  await asker.text('POST', `${path}/pushes`, { version: 1 });
}
