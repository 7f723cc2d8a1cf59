const MODES = ['verifyEmail', 'resetPassword', 'recoverEmail', 'verifyAndChangeEmail'] as const;

/** The request in a link of one of Firebase's emails. */
export interface MailedLink {
  /** `unknown`: of a kind that this app has no use for, or cut off on its way. */
  mode: (typeof MODES)[number] | 'unknown';
  code: string;
}

/**
 * The link in an address, where the project's mails point to this app (Firebase's setting "customize
 * action URL"); null: the address holds none.
 */
export function readMailedLink(search: URLSearchParams): MailedLink | null {
  const asked = search.get('mode');
  if (asked === null) return null;
  const code = search.get('oobCode') ?? '';
  const mode = MODES.find((each) => each === asked);
  return { mode: mode && code !== '' ? mode : 'unknown', code };
}
