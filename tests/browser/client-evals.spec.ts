import { OPEN_CORS, type TestServer } from '../tester/servers/serve-http.ts';
import { startFixture } from '../tester/servers/start-fixture.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startFixture({ cors: OPEN_CORS });
});
test.afterAll(() => server.stop());

test('a server is talked to, and evaluated, without a model', async ({ page }) => {
  const query = new URLSearchParams({ url: server.url, name: 'Fixture', tab: 'talk' });
  await page.goto(`/client?${query.toString()}`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const message = page.getByRole('textbox', { name: 'Message to the servers' });
  await expect(page.getByText('A model gets 9 tools to call.')).toBeVisible();

  await test.step('a direct request calls its tool, and a question is answered in place', async () => {
    await message.fill('call add with 2 and 3');
    await message.press('Enter');
    await expect(page.getByText(/add answered: .*5/)).toBeVisible();
    await expect(page.getByRole('article', { name: 'Call of add' })).toContainText('5');
    await message.fill('call ask_name');
    await message.press('Enter');
    const question = page.getByRole('region', { name: 'The server asks you' });
    await question.getByLabel('name', { exact: true }).fill('Ada');
    await question.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText(/ask_name answered: Hello, "Ada"/)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('tasks are run, and their results fit on a phone', async () => {
    await page.getByRole('tab', { name: 'Evals' }).click();
    const calls = [{ tool: 'add', arguments: { a: 2, b: 3 } }];
    const tasks = [
      { id: 'sum', say: 'call add with 2 and 3', calls },
      { id: 'wrong', say: 'call echo with text hello', calls },
    ];
    const buffer = Buffer.from(JSON.stringify({ version: 1, name: 'Sums', tasks }));
    const file = { name: 'tasks.json', mimeType: 'application/json', buffer };
    await page.getByLabel('File of tasks or a recording').setInputFiles(file);
    await page.getByRole('button', { name: 'Run 2 conversations' }).click();
    await expect(page.getByText('50 % of the runs passed.')).toBeVisible();
    await expect(page.getByRole('article', { name: 'echo instead of add' })).toContainText(
      'Use this, and not echo',
    );
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
  });
});
