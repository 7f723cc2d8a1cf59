import type { Config } from '#app/platform/config.ts';

/**
 * The settings that Firebase's SDK reads before anything else. Always defined, even with the sync
 * switched off: otherwise the SDK would take them from a cookie, which others may be able to set.
 */
export interface FirebaseDefaults {
  config: { apiKey: string; authDomain: string; projectId: string };
  /** Path of the token sync on our origin; empty: off. */
  _authTokenSyncURL: string;
  /** Seconds; older tokens are not posted. */
  _authIdTokenMaxAge: number;
}

declare global {
  var __FIREBASE_DEFAULTS__: FirebaseDefaults | undefined;
}

/** The script that defines it, for the document. */
export function writeFirebaseDefaults(
  config: Pick<
    Config,
    'FIREBASE_API_KEY' | 'FIREBASE_AUTH_DOMAIN' | 'FIREBASE_PROJECT_ID' | 'TOKEN_SYNC_URL'
  >,
): string {
  const defaults: FirebaseDefaults = {
    config: {
      apiKey: config.FIREBASE_API_KEY,
      authDomain: config.FIREBASE_AUTH_DOMAIN,
      projectId: config.FIREBASE_PROJECT_ID,
    },
    _authTokenSyncURL: config.TOKEN_SYNC_URL,
    _authIdTokenMaxAge: 300,
  };
  const text = JSON.stringify(defaults).replaceAll('<', '\\u003c');
  return `globalThis.__FIREBASE_DEFAULTS__=${text}`;
}

/** The defaults defined by the document's script; undefined before it ran. */
export function readFirebaseDefaults(): FirebaseDefaults | undefined {
  return globalThis.__FIREBASE_DEFAULTS__;
}
