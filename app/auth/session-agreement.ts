import type { AuthState } from './auth-client.ts';
import type { SessionState } from './session-state.ts';
import type { Viewer } from './viewer.ts';

/** Attempts to bring server and browser to agree before giving up. */
const TRIES = 3;

/** What the agreement asks of the page around it. */
export interface AgreementParts {
  getAuth: () => Pick<AuthState, 'status' | 'user' | 'isStuck'>;
  /** Forces a fresh token, which Firebase's SDK posts: its answer's status, null where unknown. */
  refresh: () => Promise<number | null>;
  /** Posts the token ourselves, to learn why: the status, null without an answer. */
  postToken: () => Promise<number | null>;
  /** Ends the session: the status, null without an answer. */
  endSession: () => Promise<number | null>;
  /** Loads the viewer afresh; `setViewer` brings it. Resolves when it is there. */
  revalidate: () => Promise<void>;
  signOut: () => Promise<void>;
  wait: (milliseconds: number) => Promise<void>;
  onState: (state: SessionState) => void;
}

/** What is missing between the server's viewer and the browser's user. */
export function compareSession(
  viewer: Viewer | null,
  auth: Pick<AuthState, 'status' | 'user' | 'isStuck'>,
): 'wait' | 'agreed' | 'sync' | 'end' {
  if (auth.status === 'settling' || auth.isStuck) return 'wait';
  if (!auth.user) return viewer ? 'end' : 'agreed';
  // `greeted`: the database is away, so that no sync would change anything.
  return viewer?.uid === auth.user.uid && viewer.state !== 'stale' ? 'agreed' : 'sync';
}

/**
 * Keeps the server's session and the browser's sign-in in agreement. A user whom the server does
 * not know, or not freshly, is told to it by one forced refresh; where that changes nothing, our
 * own post says why. A refused sign-in (401) is ended in this browser.
 */
export function createSessionAgreement(parts: AgreementParts) {
  let viewer: Viewer | null = null;
  let hasViewer = false;
  let isRunning = false;
  let isAskedAgain = false;
  /** Whether somebody signed in or out in this page: then the SDK has told the server already. */
  let isTold = false;
  /** Whether the server refused the last sign-in, and nobody signed in since. */
  let hasEnded = false;

  async function run() {
    if (!hasViewer) return;
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    do {
      isAskedAgain = false;
      const reached = await bringTogether();
      if (reached) parts.onState(reached);
    } while (isAskedAgain);
    isRunning = false;
  }

  async function bringTogether(): Promise<SessionState | null> {
    if (isTold && isApart()) {
      parts.onState('syncing');
      await parts.revalidate();
    }
    isTold = false;
    for (let attempt = 0; attempt < TRIES && isApart(); attempt += 1) {
      parts.onState('syncing');
      if (attempt > 0) await parts.wait(1_000 * 3 ** (attempt - 1));
      const { user } = parts.getAuth();
      const status = user ? await sync(attempt) : await parts.endSession();
      if (user && status === 401) return endHere();
      if (isSuccess(status)) await parts.revalidate();
    }
    const missing = compareSession(viewer, parts.getAuth());
    if (missing === 'wait') return null;
    if (missing !== 'agreed') return 'failed';
    hasEnded &&= !parts.getAuth().user;
    return hasEnded ? 'ended' : 'agreed';
  }

  function isApart(): boolean {
    const missing = compareSession(viewer, parts.getAuth());
    return missing === 'sync' || missing === 'end';
  }

  async function sync(attempt: number): Promise<number | null> {
    const status = attempt === 0 ? await parts.refresh() : null;
    return isSuccess(status) ? status : parts.postToken();
  }

  async function endHere(): Promise<SessionState> {
    hasEnded = true;
    await parts.signOut();
    if (viewer) await parts.revalidate();
    return 'ended';
  }

  return {
    /** The server rendered, or loaded, this viewer. */
    setViewer(next: Viewer | null) {
      viewer = next;
      hasViewer = true;
      // A viewer that was asked for is looked at by whoever asked.
      if (!isRunning) void run();
    },
    /** Who is signed in has changed; `isOwnDoing`: after the page was loaded. */
    authChanged(isOwnDoing: boolean) {
      isTold ||= isOwnDoing;
      void run();
    },
    /** The server refused a token that Firebase's SDK posted by itself: learn why. */
    async tokenRefused() {
      if (isRunning || !parts.getAuth().user) return;
      isRunning = true;
      const status = await parts.postToken();
      if (status === 401) parts.onState(await endHere());
      isRunning = false;
      if (isAskedAgain) await run();
    },
  };
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
