import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ConnectSheet } from '#app/builder/connect/connect-sheet.tsx';
import { Trial, type OfferedModels } from '#app/builder/models/trial.ts';
import { answerJson } from '#app/platform/answer-json.ts';

import { answerRequests, type Answer } from '../../setup/screens/answer-requests.ts';
import { refill } from '../../setup/screens/refill.ts';
import { startUser } from '../../setup/screens/start-user.ts';

const OFFERED: OfferedModels = { ok: true, models: [{ id: 'gpt-own' }, { id: 'gpt-other' }] };

function openSheet(answer: Answer, allowsLocal = true) {
  const asked: string[] = [];
  answerRequests((request) => {
    asked.push(new URL(request.url).pathname);
    return answer(request);
  });
  const connected: string[] = [];
  const { unmount } = render(
    <ConnectSheet
      keeps="tab"
      allowsLocal={allowsLocal}
      onConnected={(kind) => connected.push(kind)}
      onClose={() => undefined}
    />,
  );
  return { asked, connected, close: unmount, user: startUser() };
}

const connect = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' });

test('where local models are not allowed the sheet says so, and what helps', async () => {
  const { user } = openSheet(() => undefined, false);
  await user.click(screen.getByRole('radio', { name: /^LM Studio/ }));
  expect(screen.getByRole('alert').textContent).toContain('does not call localhost');
  await refill(user, screen.getByLabelText('Model'), 'qwen');
  expect(connect().disabled).toBe(true);
  await refill(user, screen.getByLabelText('Base URL'), 'https://models.example.net/v1');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(connect().disabled).toBe(false);
});

test('the list of models is shown although a model is typed while it loads', async () => {
  const isTyped = Promise.withResolvers<void>();
  const { user } = openSheet(async ({ url }) => {
    if (!url.endsWith('/offered')) return undefined;
    await isTyped.promise;
    return Response.json(OFFERED);
  });
  await user.click(screen.getByRole('radio', { name: 'OpenAI' }));
  await user.type(screen.getByLabelText('API key'), 'sk-own-4711');
  await refill(user, screen.getByLabelText('Model'), 'gpt-own');
  expect(screen.getByText('Loading the list of models')).toBeTruthy();
  isTyped.resolve();
  await screen.findByText('2 models listed by OpenAI.');
  await user.click(screen.getByRole('button', { name: 'gpt-own' }));
  expect(screen.getByLabelText('Model')).toHaveProperty('value', 'gpt-own');
});

test('a model that fails its test is not connected, and the sheet says what failed', async () => {
  const trial: Trial = { ok: false, failed: 'tools', detail: 'The model cannot call tools.' };
  const { user, asked, connected } = openSheet(({ url }) => {
    if (url.endsWith('/offered')) return Response.json(OFFERED);
    return url.endsWith('/try') ? Response.json(trial) : undefined;
  });
  await user.click(screen.getByRole('radio', { name: 'OpenAI' }));
  await user.type(screen.getByLabelText('API key'), 'sk-own-4711');
  await refill(user, screen.getByLabelText('Model'), 'gpt-own');
  await user.click(connect());
  expect((await screen.findByRole('alert')).textContent).toContain('The model cannot call tools.');
  await waitFor(() => expect(connect().disabled).toBe(false));
  expect(asked).not.toContain('/api/models/tab');
  expect(connected).toEqual([]);
});

test('a connection that is given up while it is tested is not kept', async () => {
  const isClosed = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const answerTrial = () => {
    const answer = answerJson(Trial, { ok: true });
    const read = answer.json.bind(answer);
    answer.json = () => read().finally(isRead.resolve);
    return answer;
  };
  const { user, asked, connected, close } = openSheet(async ({ url }) => {
    if (url.endsWith('/offered')) return Response.json(OFFERED);
    await isClosed.promise;
    return url.endsWith('/try') ? answerTrial() : Response.json({});
  });
  await user.click(screen.getByRole('radio', { name: 'OpenAI' }));
  await user.type(screen.getByLabelText('API key'), 'sk-own-4711');
  await refill(user, screen.getByLabelText('Model'), 'gpt-own');
  await user.click(connect());
  expect(screen.getByRole('button', { name: 'Testing' })).toBeTruthy();
  close();
  isClosed.resolve();
  await isRead.promise;
  // What follows from the answer happens at once.
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.at(-1)).toBe('/api/models/try');
  expect(connected).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});

test('the price that the provider lists is filled in, may be changed, and is kept with the model', async () => {
  const bodies: unknown[] = [];
  const priced: OfferedModels = {
    ok: true,
    models: [{ id: 'vendor/one', price: { input: 3, output: 15 } }, { id: 'vendor/two' }],
  };
  const { user, connected } = openSheet(async (request) => {
    if (request.url.endsWith('/offered')) return Response.json(priced);
    if (request.url.endsWith('/try')) return answerJson(Trial, { ok: true });
    bodies.push(await request.json());
    const kind = 'openai-compatible';
    return Response.json({ token: 't', expiresAt: Date.now() + 60_000, kind, label: 'One' });
  });
  await user.click(screen.getByRole('radio', { name: 'OpenRouter' }));
  await user.type(screen.getByLabelText('API key'), 'sk-or-4711');
  await user.click(screen.getByRole('button', { name: 'Load model list' }));
  await user.click(await screen.findByRole('button', { name: 'vendor/one' }));
  const [input, output] = [screen.getByLabelText('Input'), screen.getByLabelText('Output')];
  expect(input).toHaveProperty('value', '3');
  expect(output).toHaveProperty('value', '15');
  expect(screen.getByText('From the provider’s list.')).toBeTruthy();
  await refill(user, output, 'dear');
  expect(connect().disabled).toBe(true);
  expect(screen.getByText(/^Enter both as numbers/)).toBeTruthy();
  await refill(user, output, '12,5');
  await user.click(connect());
  await waitFor(() => expect(connected).toEqual(['openai-compatible']));
  expect(bodies).toMatchObject([{ model: 'vendor/one', price: { input: 3, output: 12.5 } }]);
});

test('a model on the own machine has no price', async () => {
  const { user } = openSheet(() => undefined);
  expect(screen.getByLabelText('Input')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Ollama/ }));
  expect(screen.queryByLabelText('Input')).toBeNull();
});
