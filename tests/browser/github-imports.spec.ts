import { connectGithub, GITHUB_VARIABLES } from './setup/connect-github.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

test.use({ variables: GITHUB_VARIABLES });

const ADDRESS = 'https://github.com/octo-dev/weather-mcp';

test('a guest pastes the address of a repository, and recreates or proxies its server', async ({
  page,
  allowConsoleError,
}) => {
  await connectGithub();
  await page.goto('/');
  await untilAlive(page);

  await test.step('the start page leads to the tools of the repository', async () => {
    const composer = page.getByRole('textbox').first();
    await composer.fill(ADDRESS);
    await composer.press('Control+Enter');
    await expect(page).toHaveURL(/\/import\?from=/);
    const tools = page.getByRole('list', { name: 'Tools' });
    await expect(tools.getByText('get_forecast')).toBeVisible();
    await expect(tools.getByText('latitude, longitude, days')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'weather 1.2.0' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('proxied, the chosen tools call the running server', async () => {
    await page.getByRole('checkbox', { name: /list_stations/ }).uncheck();
    await expect(page.getByRole('button', { name: 'Proxy it' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByLabel('Endpoint of the running server').fill('https://weather.example.com/mcp');
    await page.getByRole('button', { name: 'Proxy it' }).click();
    await expect(page).toHaveURL(/\/chat\//);
    await expect(page.getByText('get_forecast').first()).toBeVisible();
    await expect(page.getByText('list_stations')).toHaveCount(0);
  });

  await test.step('recreated without a language model, the tools are there and nobody makes up others', async () => {
    // The address alone, in the composer of a chat, leads to the same page and is no message.
    await page.getByRole('radio', { name: 'Chat' }).check();
    const composer = page.getByRole('textbox', { name: 'Message to the builder' });
    await composer.fill(ADDRESS);
    await composer.press('Enter');
    await expect(page).toHaveURL(/\/import\?from=/);
    await page.getByRole('button', { name: 'Recreate it with the builder' }).click();
    await expect(page.getByText(/The tools are here without their code/)).toBeVisible();
    await expect(page).toHaveURL(/\/chat\//);
    await expect(page.getByText('list_stations').first()).toBeVisible();
    await expect(page.getByText('octo-dev-weather-mcp-mcp-server.md')).toHaveCount(0);
  });

  // The browser notes each refused request.
  allowConsoleError(/status of 404 .*github\/imports/);
  await test.step('what is no repository, and one without a server, is told', async () => {
    await page.goto('/import');
    await untilAlive(page);
    const field = page.getByLabel('Address of a public repository');
    await field.fill('https://github.com/octo-dev/nowhere');
    await page.getByRole('button', { name: 'Find tools' }).click();
    await expect(page.getByText(/GitHub has no such repository or branch/)).toBeVisible();
    await field.fill('https://github.com/octo-dev/hello-world');
    await field.press('Enter');
    await expect(page.getByText('No MCP server found')).toBeVisible();
  });
});
