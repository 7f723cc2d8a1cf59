import { readToken } from '#app/platform/checksummed-token.ts';

/** Secret scanners find tokens by it, and logs blank them. */
export const INVITATION_PREFIX = 'mcpb_invite_';

/** Whether prefix, shape and checksum are those of an invitation. */
export function isInvitationToken(text: string): boolean {
  return readToken(INVITATION_PREFIX, text) !== null;
}
