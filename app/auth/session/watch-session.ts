import { identifyUser, resetAnalytics } from '#app/analytics/analytics.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { getAuth, getIdToken, loadAuth, onUserChange } from '#app/auth/auth-client.ts';
import { callTimeoutMs } from '#app/auth/call-timeout.ts';
import { createSessionAgreement } from './session-agreement.ts';
import { deleteSession, postToken, tokenSyncUrl } from './session-calls.ts';
import { setSessionState } from './session-state.ts';
import { watchSyncAnswers } from './sync-answers.ts';
import type { Viewer } from './viewer.ts';

/** How long a tab is left alone before coming back to it asks whether the sign-in still holds. */
const UNSEEN_MS = 5 * 60_000;

/** How long the SDK's post may take before we post ourselves: the server answers within 2 s. */
const POST_MS = 3_000;

/** Sets the viewer that the server rendered last. */
export type SetViewer = (viewer: Viewer | null) => void;

/**
 * Starts Firebase and keeps the server's session and the browser's sign-in in agreement for as long
 * as the page lives.
 * @param revalidate loads the page's viewer afresh, and resolves when it has been set
 */
export function watchSession(revalidate: () => Promise<void>): SetViewer {
  const answers = watchSyncAnswers(tokenSyncUrl());
  const agreement = createSessionAgreement({
    getAuth,
    refresh: async () => {
      const answer = answers.next(POST_MS);
      return (await refreshToken()) ? answer : 'noToken';
    },
    postToken,
    endSession: deleteSession,
    revalidate,
    signOut,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    onState: setSessionState,
  });
  if (tokenSyncUrl() === '') {
    // There is no session on the server: the browser's own state is all there is.
    followUser(() => setSessionState('agreed'));
    return () => {};
  }
  answers.onAnswer((status) => {
    if (status === 401) void agreement.tokenRefused();
    else if (status > 0 && status < 300) agreement.tokenAccepted();
  });
  addEventListener('online', () => agreement.networkReturned());
  followUser((isOwnDoing) => agreement.authChanged(isOwnDoing));
  refreshOnReturn();
  return (viewer) => agreement.setViewer(viewer);
}

/** Whether there is a fresh token now. A user whom Firebase does not know any more is signed out by it. */
async function refreshToken(): Promise<boolean> {
  try {
    await withTimeout(getIdToken({ isForced: true }), callTimeoutMs());
    return true;
  } catch {
    return false;
  }
}

/** If our server cannot be informed, the sign-in stays, and the next refusal ends it. */
async function signOut(): Promise<void> {
  try {
    const client = await loadAuth();
    await withTimeout(client.signOutOfFirebase(), callTimeoutMs());
  } catch {
    // The SDK says so too: it signs out only when our server has answered.
  }
}

/**
 * Names the user to analytics, and calls `onChange` when another user signs in or the user's
 * address is verified; the state at the start is not the page's own doing.
 */
function followUser(onChange: (isOwnDoing: boolean) => void) {
  let isFirst = true;
  let uid: string | null = null;
  let isVerified = false;
  onUserChange((user) => {
    if (user) identifyUser(user);
    else if (uid !== null) resetAnalytics();
    const isOther = uid !== (user?.uid ?? null) || isVerified !== (user?.emailVerified ?? false);
    uid = user?.uid ?? null;
    isVerified = user?.emailVerified ?? false;
    if (isFirst || isOther) onChange(!isFirst);
    isFirst = false;
  });
}

/**
 * A sign-in may be ended elsewhere while a tab is in the background. A fresh token, which the SDK
 * posts, finds out; a refusal is then reported by `onAnswer`.
 */
function refreshOnReturn() {
  let seenAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    const isBack = document.visibilityState === 'visible';
    if (isBack && getAuth().user && Date.now() - seenAt >= UNSEEN_MS) {
      // Without a network nothing is learnt, and the next return asks again.
      getIdToken({ isForced: true }).catch(() => {});
    }
    seenAt = Date.now();
  });
}
