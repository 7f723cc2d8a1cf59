import { loadAuth } from '#app/auth/auth-client.ts';

import type { FakeIdentity } from './fake-identity.ts';
import { answerRequests, type Answer } from './answer-requests.ts';

/** Signs the one user of the fake in; the file signs them out again by {@link signOutAgain}. */
export async function signInFirst(identity: FakeIdentity, ...answers: Answer[]): Promise<void> {
  answerRequests(identity.answer, ...answers);
  const auth = await loadAuth();
  await auth.signInWithPassword('ada@example.com', 'correct horse');
  identity.asked.length = 0;
}

/** For `afterEach`: who is signed in stays so in the page, and all tests of a file are one page. */
export async function signOutAgain(): Promise<void> {
  const auth = await loadAuth();
  await auth.signOutOfFirebase();
}
