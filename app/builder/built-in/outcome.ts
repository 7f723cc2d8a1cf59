import type { Call, FinishedCall } from './turn.ts';

/** Tells what came of the calls of one request. */
export type Tell = (results: readonly FinishedCall[]) => string;

/** What one request of a message leads to. */
export type Outcome =
  | {
      kind: 'calls';
      calls: Call[];
      /** What is about to be done: `Rename a to b`. */
      plan: string;
      /** The steps of the plan, where there are several. */
      steps?: string[];
      /** Tools that "it" means from here on. */
      subject?: string[];
      /** Absent: the results say what changed. */
      tell?: Tell;
    }
  | {
      kind: 'question';
      question: string;
      /** Empty where any answer may be given. */
      choices: string[];
      default?: string;
      /** What to do with an answer; null where it is none. */
      answered: (answer: string) => Outcome | null;
    }
  | {
      kind: 'answer';
      text: string;
      subject?: string[];
      /** Said only where the message asks for nothing else: it leads up to the rest. */
      isHeading?: true;
    };

/** An answer without any call: to a question, or why something cannot be done. */
export function say(text: string, subject?: string[]): Outcome {
  return { kind: 'answer', text, ...(subject ? { subject } : {}) };
}

/** A request that is done by these calls. */
export function perform(plan: string, calls: Call[], subject?: string[], tell?: Tell): Outcome {
  return {
    kind: 'calls',
    calls,
    plan,
    ...(subject ? { subject } : {}),
    ...(tell ? { tell } : {}),
  };
}
