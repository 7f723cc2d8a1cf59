import type { DraftFacts } from './turn.ts';

/** What a request may refer to. */
export interface Scope {
  facts: DraftFacts;
  /** Tools named last: what "it" and "them" mean. */
  subject: string[];
  /** The request before this one added a tool: "get … and delete …" adds another. */
  isAdding?: boolean;
}
