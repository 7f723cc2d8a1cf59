import { FirebaseError } from 'firebase/app';
import { describe, expect, test } from 'vitest';

import { createPatientRequests } from '#app/auth/patient-requests.ts';

const SIGN_UP = 'https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=k';
const LOOKUP = 'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=k';
const PHONE_MS = 60_000;

interface Sent {
  url: string;
  answer: (text: string) => void;
  fail: () => void;
}

/** A network whose answers come when the test says so. */
function openNetwork() {
  const sent: Sent[] = [];
  const requests = createPatientRequests((input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    sent.push({
      url: input instanceof Request ? input.url : input.toString(),
      answer: (text) => resolve(new Response(text)),
      fail: () => reject(new TypeError('Failed to fetch')),
    });
    return promise;
  });
  const post = async (url: string) => {
    const response = await requests.fetch(url, {
      method: 'POST',
      body: '{"email":"a@example.com"}',
    });
    return response.text();
  };
  return { sent, requests, post };
}

/** As Firebase's SDK does after 30 s; its request goes on. */
function createImpatience() {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new FirebaseError('auth/network-request-failed', 'timeout'));
  return { giveUp, beforeEither: <T>(work: Promise<T>) => Promise.race([work, promise]) };
}

describe('an attempt on a phone', () => {
  test('takes the late answer to a request that the SDK gave up on, and sends nothing twice', async () => {
    const { sent, requests, post } = openNetwork();
    const first = createImpatience();
    let count = 0;
    const made = requests.attempt(async () => {
      count += 1;
      const [user, account] = [await post(SIGN_UP), () => post(LOOKUP)];
      return [user, await (count === 1 ? first.beforeEither(account()) : account())];
    }, PHONE_MS);
    sent[0]?.answer('signed up');
    await expect.poll(() => sent.length).toBe(2);
    first.giveUp();
    await expect.poll(() => count).toBe(2);
    sent[1]?.answer('found');
    expect(await made).toEqual(['signed up', 'found']);
    expect(sent.map(({ url }) => url)).toEqual([SIGN_UP, LOOKUP]);
  });

  test('ends with a network that failed, and with whatever the SDK says', async () => {
    for (const code of ['auth/network-request-failed', 'auth/wrong-password']) {
      const { sent, requests, post } = openNetwork();
      let count = 0;
      const made = requests.attempt(async () => {
        count += 1;
        await post(SIGN_UP).catch(() => {});
        throw new FirebaseError(code, '');
      }, PHONE_MS);
      sent[0]?.fail();
      await expect(made).rejects.toMatchObject({ code });
      expect(count).toBe(1);
    }
  });

  test('is not repeated a second time', async () => {
    const { requests, post } = openNetwork();
    let count = 0;
    const made = requests.attempt(async () => {
      count += 1;
      const { giveUp, beforeEither } = createImpatience();
      const work = beforeEither(post(SIGN_UP));
      giveUp();
      return work;
    }, PHONE_MS);
    await expect(made).rejects.toMatchObject({ code: 'auth/network-request-failed' });
    expect(count).toBe(2);
  });

  test('sends the same request again while it is not repeated', async () => {
    const { sent, requests, post } = openNetwork();
    const made = requests.attempt(() => Promise.all([post(LOOKUP), post(LOOKUP)]), PHONE_MS);
    sent[0]?.answer('one');
    sent[1]?.answer('two');
    expect(await made).toEqual(['one', 'two']);
  });
});

test('an attempt at a desk is the SDK’s own', async () => {
  const { requests, post } = openNetwork();
  const { giveUp, beforeEither } = createImpatience();
  let count = 0;
  const made = requests.attempt(() => {
    count += 1;
    return beforeEither(post(SIGN_UP));
  }, 30_000);
  giveUp();
  await expect(made).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  expect(count).toBe(1);
});
