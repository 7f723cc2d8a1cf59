import type { KeptCall } from './keep-answer.ts';
import type { RealCall } from './real-call.ts';

/** A call that was made at once, because it only reads, with an answer that the mock can repeat. */
export interface AnsweredCall {
  /** The call in a sentence. */
  told: string;
  realCall: RealCall;
  kept: KeptCall;
}
