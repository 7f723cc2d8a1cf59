import type { ConsentFailure } from './open-consent.server.ts';

/** Why an app cannot be connected, and what its user can do. */
export function describeConsentFailure(
  failure: Exclude<ConsentFailure, { reason: 'refused' }>,
): string {
  switch (failure.reason) {
    case 'unknownEndpoint':
      return 'The app asks for a server that is not published here. Check the address of the server in the app.';
    case 'foreignEndpoint':
      return 'Only members of the account that owns this server can connect to it. Ask its owner to open it to others, or sign in with another account.';
    case 'tooMany':
      return 'You were asked too often. Wait a minute, and connect again in the app.';
    case 'invalidRequest':
    case 'wrongRequest':
      return `The app sent a request that cannot be answered: ${failure.message}`;
  }
}
