import { describe, expect, test } from 'vitest';

import type { AuthState } from '#app/auth/auth-client.ts';
import {
  compareSession,
  createSessionAgreement,
  type AgreementParts,
} from '#app/auth/session/session-agreement.ts';
import type { SessionState } from '#app/auth/session/session-state.ts';
import type { User } from '#app/auth/user.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';

const signedOut: AuthState = { status: 'signedOut', user: null, isStuck: false };
const settling: AuthState = { status: 'settling', user: null, isStuck: false };
const stuck: AuthState = { status: 'signedOut', user: null, isStuck: true };

function signedIn(uid: string, { emailVerified = true } = {}): AuthState {
  const user: User = {
    uid,
    email: `${uid}@example.com`,
    displayName: null,
    photoURL: null,
    emailVerified,
    providerData: [],
    phoneNumber: null,
    isAnonymous: false,
    tenantId: null,
    creationTime: null,
    lastLoginTime: null,
  };
  return { status: 'signedIn', user, isStuck: false };
}

function viewerOf(uid: string, state: Viewer['state'] = 'fresh'): Viewer {
  return {
    uid,
    email: null,
    displayName: null,
    photoURL: null,
    provider: 'google.com',
    isEmailVerified: true,
    state,
  };
}

/** Somebody with a password, whom the server believes to be unverified. */
function unverified(uid: string, state: Viewer['state'] = 'fresh'): Viewer {
  return { ...viewerOf(uid, state), provider: 'password', isEmailVerified: false };
}

const waiting = signedIn('ann', { emailVerified: false });

test.each([
  ['nobody and nobody', null, signedOut, 'agreed'],
  ['nobody before Firebase answered', null, settling, 'wait'],
  ['a viewer before Firebase answered', viewerOf('ann'), settling, 'wait'],
  ['a viewer when Firebase never answers', viewerOf('ann'), stuck, 'wait'],
  ['a viewer who is signed out', viewerOf('ann'), signedOut, 'end'],
  ['the same on both sides', viewerOf('ann'), signedIn('ann'), 'agreed'],
  ['a greeted viewer', viewerOf('ann', 'greeted'), signedIn('ann'), 'agreed'],
  ['a stale viewer', viewerOf('ann', 'stale'), signedIn('ann'), 'sync'],
  ['another than the viewer', viewerOf('ann'), signedIn('bob'), 'sync'],
  ['a user and no viewer', null, signedIn('ann'), 'sync'],
  ['a user verified since', unverified('ann'), signedIn('ann'), 'sync'],
  ['a user verified since, and greeted', unverified('ann', 'greeted'), signedIn('ann'), 'agreed'],
  ['a user unverified on both sides', unverified('ann'), waiting, 'agreed'],
  ['a user verified on the server alone', viewerOf('ann'), waiting, 'agreed'],
] as const)('%s', (_, viewer, auth, expected) => {
  expect(compareSession(viewer, auth)).toBe(expected);
});

/** A server and a browser around the agreement, both in memory. */
function createWorld(options: {
  auth: AuthState;
  viewer: Viewer | null;
  /** Answers of the token sync, one a post; the last one stays. 204 makes a session. */
  answers?: (number | null)[];
  /** Whether the SDK's own posts arrive, and whether the browser tells how they were answered. */
  sdk?: 'told' | 'untold' | 'silent';
  /** How often Google's service is asked in vain before it gives tokens; -1: always. */
  outage?: number;
  /** Firebase's sign-out fails, and the user stays. */
  cannotSignOut?: boolean;
}) {
  const { answers = [204], sdk = 'told', cannotSignOut = false } = options;
  let { outage = 0 } = options;
  let { auth, viewer } = options;
  const log: string[] = [];
  const states: SessionState[] = [];
  let idle = () => {};

  function post(): number | null {
    const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? null;
    if (status === 204 && auth.user) viewer = viewerOf(auth.user.uid);
    return status;
  }

  const parts: AgreementParts = {
    getAuth: () => auth,
    refresh: async () => {
      log.push('refresh');
      if (outage !== 0) {
        outage -= 1;
        return 'noToken';
      }
      if (sdk === 'silent') return null;
      const status = post();
      return sdk === 'told' ? status : null;
    },
    postToken: async () => {
      log.push('post');
      return post();
    },
    endSession: async () => {
      log.push('end');
      viewer = null;
      return 204;
    },
    revalidate: async () => {
      log.push('revalidate');
      agreement.setViewer(viewer);
    },
    signOut: async () => {
      log.push('signOut');
      if (cannotSignOut) return;
      auth = signedOut;
      agreement.authChanged(true);
    },
    wait: async (milliseconds) => void log.push(`wait ${milliseconds}`),
    onState: (state) => {
      states.push(state);
      if (state !== 'syncing') idle();
    },
  };
  const agreement = createSessionAgreement(parts);
  return {
    agreement,
    log,
    states,
    setAuth(next: AuthState) {
      auth = next;
    },
    endOutage() {
      outage = 0;
    },
    /** Runs until nothing is left to do. */
    async settle() {
      await new Promise<void>((resolve) => {
        idle = resolve;
        setTimeout(resolve, 20);
      });
      await new Promise((resolve) => void setTimeout(resolve, 0));
      return states.at(-1);
    },
  };
}

describe('server and browser', () => {
  test('that agree are left alone', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: viewerOf('ann') });
    world.agreement.setViewer(viewerOf('ann'));
    expect(await world.settle()).toBe('agreed');
    expect(world.log).toEqual([]);
  });

  test('are not compared before Firebase has answered', async () => {
    const world = createWorld({ auth: settling, viewer: viewerOf('ann') });
    world.agreement.setViewer(viewerOf('ann'));
    expect(await world.settle()).toBeUndefined();
    expect(world.log).toEqual([]);
  });

  test('a user whom the server does not know is told to it by one forced refresh', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('agreed');
    expect(world.log).toEqual(['refresh', 'revalidate']);
  });

  test('so is a user of a stale session, and one whom the server takes for another', async () => {
    for (const viewer of [viewerOf('ann', 'stale'), viewerOf('bob')]) {
      const world = createWorld({ auth: signedIn('ann'), viewer });
      world.agreement.setViewer(viewer);
      expect(await world.settle()).toBe('agreed');
      expect(world.log).toEqual(['refresh', 'revalidate']);
    }
  });

  test('where the SDK posts nothing, or its answer is not told, we post ourselves', async () => {
    for (const sdk of ['silent', 'untold'] as const) {
      const world = createWorld({ auth: signedIn('ann'), viewer: null, sdk });
      world.agreement.setViewer(null);
      expect(await world.settle()).toBe('agreed');
      expect(world.log).toEqual(['refresh', 'post', 'revalidate']);
    }
  });

  test('who just signed in here is already known to the server: the page only asks again', async () => {
    const world = createWorld({ auth: signedOut, viewer: null });
    world.agreement.setViewer(null);
    await world.settle();
    world.setAuth(signedIn('ann'));
    world.agreement.authChanged(true);
    await world.settle();
    expect(world.log[0]).toBe('revalidate');
  });

  test('a sign-in that the server refuses is ended here', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [401] });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('ended');
    expect(world.log).toEqual(['refresh', 'post', 'signOut', 'revalidate']);
  });

  test('a refusal of what the SDK posted is asked about once, then the sign-in is ended', async () => {
    const viewer = viewerOf('ann');
    const world = createWorld({ auth: signedIn('ann'), viewer, answers: [401] });
    world.agreement.setViewer(viewer);
    await world.settle();
    await world.agreement.tokenRefused();
    expect(await world.settle()).toBe('ended');
    expect(world.log.slice(0, 4)).toEqual(['refresh', 'post', 'signOut', 'revalidate']);
  });

  test('a refused sign-in that could not be ended here has failed, not ended', async () => {
    const world = createWorld({
      auth: signedIn('ann'),
      viewer: null,
      answers: [401],
      cannotSignOut: true,
    });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('failed');
    expect(world.states).not.toContain('ended');
  });

  test('a user who verified their address is told to a server that missed it', async () => {
    const world = createWorld({
      auth: waiting,
      viewer: unverified('ann'),
      answers: [500, 500, 204],
    });
    world.agreement.setViewer(unverified('ann'));
    await world.settle();
    expect(world.log).toEqual([]);
    world.setAuth(signedIn('ann'));
    world.agreement.authChanged(true);
    expect(await world.settle()).toBe('agreed');
    // The page asks first: the token that Firebase's SDK posted by itself is usually enough.
    expect(world.log).toEqual(['revalidate', 'refresh', 'post', 'wait 1000', 'post', 'revalidate']);
  });

  test('a server that never learns of the verification is not asked without end', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: unverified('ann'), answers: [500] });
    world.agreement.setViewer(unverified('ann'));
    expect(await world.settle()).toBe('failed');
    expect(world.log).toEqual(['refresh', 'post', 'wait 1000', 'post', 'wait 3000', 'post']);
  });

  test('a server that fails is asked three times in all, and nobody is signed out', async () => {
    for (const status of [500, 429, null]) {
      const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [status] });
      world.agreement.setViewer(null);
      expect(await world.settle()).toBe('failed');
      expect(world.log).toEqual(['refresh', 'post', 'wait 1000', 'post', 'wait 3000', 'post']);
    }
  });

  test('while no token can be had nothing is posted, and nobody is signed out', async () => {
    // The server would refuse the old token for its age.
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [401], outage: -1 });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('failed');
    const waits = ['wait 1000', 'refresh', 'wait 3000', 'refresh', 'wait 9000', 'refresh'];
    expect(world.log).toEqual(['refresh', ...waits]);
    await world.agreement.tokenRefused();
    expect(world.log.slice(7)).toEqual(['refresh']);
    expect(world.states).not.toContain('ended');
  });

  test('an outage of the token service that ends in time is enough', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, outage: 3 });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('agreed');
    expect(world.log.at(-1)).toBe('revalidate');
    expect(world.log).not.toContain('post');
  });

  test('a sign-in that is refused once the outage is over is ended', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [401], outage: 1 });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('ended');
    expect(world.log).toEqual(['refresh', 'wait 1000', 'refresh', 'post', 'signOut', 'revalidate']);
  });

  test('what an outage left undone is done when a token comes, or the network', async () => {
    for (const event of ['tokenAccepted', 'networkReturned'] as const) {
      const world = createWorld({ auth: signedIn('ann'), viewer: null, outage: -1 });
      world.agreement.setViewer(null);
      expect(await world.settle()).toBe('failed');
      world.endOutage();
      world.agreement[event]();
      expect(await world.settle()).toBe('agreed');
    }
  });

  test('a token that changes nothing although it was accepted is not followed by another', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [200] });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('failed');
    const { length } = world.log;
    world.agreement.tokenAccepted();
    await world.settle();
    expect(world.log).toHaveLength(length);
  });

  test('a server that recovers in time is enough', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [503, 503, 204] });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('agreed');
  });

  test('a browser that keeps no cookies is not asked without end', async () => {
    const world = createWorld({ auth: signedIn('ann'), viewer: null, answers: [200] });
    world.agreement.setViewer(null);
    expect(await world.settle()).toBe('failed');
    expect(world.log.filter((entry) => entry === 'revalidate')).toHaveLength(3);
    expect(world.log.filter((entry) => entry === 'post')).toHaveLength(2);
  });

  test('a session of somebody who is signed out in the browser is ended', async () => {
    const world = createWorld({ auth: signedOut, viewer: viewerOf('ann') });
    world.agreement.setViewer(viewerOf('ann'));
    expect(await world.settle()).toBe('agreed');
    expect(world.log).toEqual(['end', 'revalidate']);
  });
});
