import { toJsonPath } from '#app/platform/json-path.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { Blueprint } from './blueprint.ts';
import { findBrokenReferences } from './find-broken-references.ts';
import { upgradeBlueprint } from './upgrade.ts';

export interface InvalidBlueprint {
  reason: 'invalid';
  /** At least one. */
  problems: PathProblem[];
}

/**
 * Checks a blueprint of any schema version and upgrades it to the newest.
 *
 * All problems are returned at once, each with the JSONPath of its location; references are checked only if
 * the shape is valid.
 */
export function parseBlueprint(value: unknown): Result<Blueprint, InvalidBlueprint> {
  const parsed = Blueprint.safeParse(upgradeBlueprint(value));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      path: toJsonPath(issue.path),
      message: toSentence(issue.message),
    }));
    return fail({ reason: 'invalid', problems });
  }
  const problems = findBrokenReferences(parsed.data);
  return problems.length > 0 ? fail({ reason: 'invalid', problems }) : succeed(parsed.data);
}

function toSentence(message: string): string {
  const text = message.startsWith('must ') ? `This ${message}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
