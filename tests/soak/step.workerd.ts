import type { Person } from './person.workerd.ts';

/** A step of a session; false where it does not apply now. */
export type Step = (person: Person) => Promise<boolean>;

/** A word that nobody has used before. */
export function word(person: Person): string {
  return `w${person.random.below(1_000_000_000).toString(36)}`;
}
