import type { DraftFacts } from './turn.ts';

/** What a request may refer to. */
export interface Scope {
  facts: DraftFacts;
  /** Tools named last: what "it" and "them" mean. */
  subject: string[];
}
