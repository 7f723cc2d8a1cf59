import type { PathProblem } from '#app/platform/json-path.ts';
import { fail } from '#app/platform/result.ts';

/** Why a document could not be imported at all. */
export interface ImportFailure {
  reason: 'empty' | 'unreadable' | 'unsupported' | 'unusable' | 'noOperations';
  /** The problem, its location, and the next step, for people. */
  message: string;
  /** The individual locations, if any. */
  problems: PathProblem[];
}

/** A failure with its message and locations. */
export function refuse(
  reason: ImportFailure['reason'],
  message: string,
  problems: PathProblem[] = [{ path: '$', message }],
): { ok: false } & ImportFailure {
  return fail({ reason, message, problems });
}
