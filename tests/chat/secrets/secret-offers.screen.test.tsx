import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { offerSecrets, useOfferedSecrets } from '#app/chat/secrets/offered-secrets.ts';
import { SecretOffers } from '#app/chat/secrets/secret-offers.tsx';
import type { SecretStatus } from '#app/drafts/draft.ts';

import { answerRequests } from '../../setup/screens/answer-requests.ts';
import { startUser } from '../../setup/screens/start-user.ts';

const VALUE = `sk_live_${'a1B2c3'.repeat(5)}`;
const SECRET: SecretStatus = {
  name: 'STRIPE_API_KEY',
  isSet: false,
  needsConfirmation: false,
  origins: ['https://api.stripe.com'],
};

function Offers({ id, secrets }: { id: string; secrets: SecretStatus[] }) {
  const offers = useOfferedSecrets(id);
  return <SecretOffers id={id} offers={offers} secrets={secrets} onSet={async () => {}} />;
}

function open(id: string, secrets: SecretStatus[], status = 200) {
  const sent: unknown[] = [];
  answerRequests(async (request) => {
    if (request.method !== 'PUT') return undefined;
    sent.push([new URL(request.url).pathname, await request.json()]);
    return Response.json({ ...secrets[0], isSet: true }, { status });
  });
  offerSecrets(id, [{ name: 'STRIPE_API_KEY', kind: 'a Stripe key', value: VALUE, isSent: false }]);
  render(<Offers id={id} secrets={secrets} />);
  return { sent, user: startUser() };
}

test('a value that was taken out is set with one click, for the origins that are shown', async () => {
  const { sent, user } = open('one', [SECRET]);
  expect(screen.getByText(/This looks like a Stripe key/)).toBeDefined();
  expect(document.body.textContent).toContain('It was not sent');
  expect(document.body.textContent).toContain('https://api.stripe.com');
  expect(document.body.innerHTML).not.toContain(VALUE.slice(0, 12));
  await user.click(screen.getByRole('button', { name: 'Use as STRIPE_API_KEY' }));
  await expect
    .poll(() => sent)
    .toEqual([
      [
        '/api/drafts/one/secrets/STRIPE_API_KEY',
        { value: VALUE, origins: ['https://api.stripe.com'] },
      ],
    ]);
  await expect.poll(() => screen.queryByText(/This looks like/)).toBeNull();
});

test('a value is forgotten, and nothing is sent', async () => {
  const { sent, user } = open('two', [SECRET]);
  await user.click(screen.getByRole('button', { name: 'Forget it' }));
  expect(screen.queryByText(/This looks like/)).toBeNull();
  expect(sent).toEqual([]);
});

test('a server that needs no secret yet offers nothing to set', () => {
  open('three', []);
  expect(document.body.textContent).toContain('does not need a secret yet');
  expect(screen.queryByRole('button', { name: /^Use as/ })).toBeNull();
});

test('another secret of the server can be chosen', async () => {
  const { sent, user } = open('four', [SECRET, { ...SECRET, name: 'SHOP_TOKEN' }]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Secret to set' }), 'SHOP_TOKEN');
  await user.click(screen.getByRole('button', { name: 'Use as SHOP_TOKEN' }));
  await expect
    .poll(() => sent)
    .toMatchObject([['/api/drafts/four/secrets/SHOP_TOKEN', { value: VALUE }]]);
});
