import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

import { answerRequests, fetchFromTest, takeUnanswered } from './answer-requests.ts';
import { UploadRequest } from './upload-request.ts';

// A busy machine is slow and fails no test; the whole document would hide what a failure says.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message ?? 'nothing is found'),
});

globalThis.fetch = fetchFromTest;
Reflect.set(globalThis, 'XMLHttpRequest', UploadRequest);
// As the document's script defines it, see app/auth/firebase-defaults.ts.
globalThis.__FIREBASE_DEFAULTS__ = {
  config: { apiKey: 'demo-key', authDomain: 'demo-mcp.firebaseapp.com', projectId: 'demo-mcp' },
  _authTokenSyncURL: '',
  _authIdTokenMaxAge: 300,
};

/** What a screen wrote to the console as an error. */
let problems: string[] = [];

beforeEach(() => {
  problems = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    problems.push(words.map(String).join(' '));
  });
  answerRequests();
  takeUnanswered();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  const unanswered = takeUnanswered();
  if (unanswered.length > 0) throw new Error(`nobody answered ${unanswered.join(', ')}`);
  if (problems.length > 0) throw new Error(`what the screen did wrong: ${problems.join('\n')}`);
});
