/** Parts of the product that operators can turn off. */
export const SWITCHES = ['newAccounts', 'guestTurns', 'publishing', 'githubImports'] as const;
export type SwitchName = (typeof SWITCHES)[number];

interface SwitchWords {
  label: string;
  /** For the operator. */
  effect: string;
  /** For whoever meets it. */
  refusal: string;
}

/** Says of each switch what it stops, and what people are told. */
export const SWITCH_WORDS: Record<SwitchName, SwitchWords> = {
  newAccounts: {
    label: 'New accounts',
    effect: 'Off: people without an account cannot create one. Existing users are not affected.',
    refusal:
      'New accounts cannot be created right now. You can keep building without one; your work stays in this browser for seven days.',
  },
  guestTurns: {
    label: 'Guest messages',
    effect: 'Off: visitors who are not signed in cannot send messages to the builder.',
    refusal:
      'Only signed-in users can send messages right now. Sign in to continue; your server and your chat are kept.',
  },
  publishing: {
    label: 'Publishing',
    effect: 'Off: no new version can be published. Published endpoints keep answering.',
    refusal:
      'Publishing is turned off right now. Published endpoints keep answering, and your versions are kept. Try again later.',
  },
  githubImports: {
    label: 'GitHub imports',
    effect: 'Off: no repository can be imported. Linked projects can still push and pull.',
    refusal:
      'Importing from GitHub is turned off right now. You can paste or upload the document instead, or try again later.',
  },
};
