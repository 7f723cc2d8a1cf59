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
    effect: 'Off: who has no account yet cannot sign in. Existing users are not affected.',
    refusal:
      'New accounts are closed for the moment. You can go on building without one; what you make stays in this browser for seven days.',
  },
  guestTurns: {
    label: 'Messages of guests',
    effect: 'Off: who is signed out cannot send messages to the builder.',
    refusal:
      'The builder answers signed-in users only for the moment. Sign in to go on; your server and your chat are kept.',
  },
  publishing: {
    label: 'Publishing',
    effect: 'Off: no version is published. Published endpoints go on answering.',
    refusal:
      'Publishing is off for the moment. What is published goes on answering, and your versions are kept. Try again later.',
  },
  githubImports: {
    label: 'Imports from GitHub',
    effect: 'Off: no repository is imported. Pushes and pulls of linked projects go on.',
    refusal:
      'Importing from GitHub is off for the moment. You can paste or upload the document instead, or try again later.',
  },
};
