import type { PathProblem } from '#app/platform/json-path.ts';
import { fail } from '#app/platform/result.ts';

/** Why a document gave no server at all. */
export interface ImportFailure {
  reason: 'empty' | 'unreadable' | 'unsupported' | 'unusable' | 'noOperations';
  /** What is wrong, where, and what to do next, for people. */
  message: string;
  /** The single places, where there are any. */
  problems: PathProblem[];
}

/** A failure with its message, and the places that led to it. */
export function refuse(
  reason: ImportFailure['reason'],
  message: string,
  problems: PathProblem[] = [{ path: '$', message }],
): { ok: false } & ImportFailure {
  return fail({ reason, message, problems });
}
