import type { AuthState } from '#app/auth/auth-client.ts';
import type { User } from '#app/auth/user.ts';
import type { SessionState } from './session-state.ts';
import type { Viewer } from './viewer.ts';

/** Attempts to bring server and browser to agree before giving up. */
const TRIES = 3;
/** Attempts to get a fresh token, without which nothing can be asked. */
const TOKEN_TRIES = 4;

/** The dependencies of the agreement on the page around it. */
export interface AgreementParts {
  getAuth: () => Pick<AuthState, 'status' | 'user' | 'isStuck'>;
  /**
   * Forces a fresh token, which Firebase's SDK posts: its answer's status, null where unknown.
   * `noToken`: none can be had, and nobody says that the sign-in is over.
   */
  refresh: () => Promise<number | null | 'noToken'>;
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

/** Compares the server's viewer with the browser's user and returns the step to take. */
export function compareSession(
  viewer: Viewer | null,
  auth: Pick<AuthState, 'status' | 'user' | 'isStuck'>,
): 'wait' | 'agreed' | 'sync' | 'end' {
  if (auth.status === 'settling' || auth.isStuck) return 'wait';
  if (!auth.user) return viewer ? 'end' : 'agreed';
  if (viewer?.uid !== auth.user.uid || viewer.state === 'stale') return 'sync';
  // The database is away, so that no sync would change anything.
  if (viewer.state === 'greeted') return 'agreed';
  return isVerifiedSince(viewer, auth.user) ? 'sync' : 'agreed';
}

/** The server still keeps out a user whose address is verified: its news of that got lost. */
function isVerifiedSince(viewer: Viewer, user: User): boolean {
  return viewer.provider === 'password' && !viewer.isEmailVerified && user.emailVerified;
}

/** State of the agreement. */
interface Memory {
  viewer: Viewer | null;
  hasViewer: boolean;
  isRunning: boolean;
  isAskedAgain: boolean;
  /**
   * Whether somebody signed in or out in this page: then the SDK has already informed the server.
   */
  isTold: boolean;
  /** Whether the server refused the last sign-in, and nobody signed in since. */
  hasEnded: boolean;
  /** Whether the last run gave up, and whether that was for want of a token. */
  failure: 'none' | 'noToken' | 'other';
}

/**
 * Keeps the server's session and the browser's sign-in in agreement. A user whom the server does
 * not know, or not freshly, is reported to it by one forced refresh; if that changes nothing, our
 * own post finds out why. A refused sign-in (401) is ended in this browser. Only a fresh token is
 * presented: an older one would be refused for its age, while Google's service is away.
 */
export function createSessionAgreement(parts: AgreementParts) {
  const memory: Memory = {
    viewer: null,
    hasViewer: false,
    isRunning: false,
    isAskedAgain: false,
    isTold: false,
    hasEnded: false,
    failure: 'none',
  };
  return {
    /** The server rendered, or loaded, this viewer. */
    setViewer(next: Viewer | null) {
      memory.viewer = next;
      memory.hasViewer = true;
      // A viewer that was asked for is looked at by whoever asked.
      if (!memory.isRunning) void run(memory, parts);
    },
    /**
     * The signed-in user, or their verification, has changed; `isOwnDoing`: after the page was
     * loaded.
     */
    authChanged(isOwnDoing: boolean) {
      memory.isTold ||= isOwnDoing;
      void run(memory, parts);
    },
    /** The server refused a token that Firebase's SDK posted by itself: learn why. */
    async tokenRefused() {
      if (memory.isRunning || !parts.getAuth().user) return;
      memory.isRunning = true;
      const status = await createSync(parts)();
      if (status === 401) parts.onState(await endHere(memory, parts));
      memory.isRunning = false;
      if (memory.isAskedAgain) await run(memory, parts);
    },
    /** The server took a token that Firebase's SDK posted by itself: there are tokens again. */
    tokenAccepted() {
      // Any other failure may concern a token that is accepted: that would never end.
      if (memory.failure === 'noToken' && !memory.isRunning) void run(memory, parts);
    },
    /** The browser has a network again. */
    networkReturned() {
      if (memory.failure !== 'none') void run(memory, parts);
    },
  };
}

/** Brings both together, again for as long as something changes meanwhile; one run at a time. */
async function run(memory: Memory, parts: AgreementParts): Promise<void> {
  if (!memory.hasViewer) return;
  if (memory.isRunning) {
    memory.isAskedAgain = true;
    return;
  }
  memory.isRunning = true;
  try {
    do {
      memory.isAskedAgain = false;
      const reached = await bringTogether(memory, parts);
      if (reached) parts.onState(reached);
    } while (memory.isAskedAgain);
  } finally {
    memory.isRunning = false;
  }
}

/** Null: nobody knows yet who is signed in. */
async function bringTogether(memory: Memory, parts: AgreementParts): Promise<SessionState | null> {
  if (memory.isTold && areApart(memory, parts)) {
    parts.onState('syncing');
    await parts.revalidate();
  }
  memory.isTold = false;
  const sync = createSync(parts);
  let tries = TRIES;
  let hasToken = true;
  for (let attempt = 0; attempt < tries && areApart(memory, parts); attempt += 1) {
    parts.onState('syncing');
    if (attempt > 0) await parts.wait(1_000 * 3 ** (attempt - 1));
    const { user } = parts.getAuth();
    const status = user ? await sync() : await parts.endSession();
    if (user && status === 401) return endHere(memory, parts);
    if (isSuccess(status)) await parts.revalidate();
    hasToken = status !== 'noToken';
    tries = hasToken ? TRIES : TOKEN_TRIES;
  }
  const missing = compareSession(memory.viewer, parts.getAuth());
  if (missing === 'wait') return null;
  memory.failure = missing === 'agreed' ? 'none' : hasToken ? 'other' : 'noToken';
  if (memory.failure !== 'none') return 'failed';
  memory.hasEnded &&= !parts.getAuth().user;
  return memory.hasEnded ? 'ended' : 'agreed';
}

function areApart({ viewer }: Memory, parts: AgreementParts): boolean {
  const missing = compareSession(viewer, parts.getAuth());
  return missing === 'sync' || missing === 'end';
}

/** Shows the server a fresh token, which is asked for once; then our own posts show it again. */
function createSync(parts: AgreementParts): () => ReturnType<AgreementParts['refresh']> {
  let isFresh = false;
  return async () => {
    const status = isFresh ? null : await parts.refresh();
    if (status === 'noToken') return status;
    isFresh = true;
    return isSuccess(status) ? status : parts.postToken();
  };
}

/** `failed` where Firebase could not sign out either, so that somebody is still signed in. */
async function endHere(memory: Memory, parts: AgreementParts): Promise<SessionState> {
  memory.hasEnded = true;
  await parts.signOut();
  // The server may have left a message that says why.
  await parts.revalidate();
  return parts.getAuth().user ? 'failed' : 'ended';
}

function isSuccess(status: number | null | 'noToken'): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}
