import { fail, succeed, type Result } from '#app/platform/result.ts';

import { describeIssue } from './describe-issue.ts';
import { EvalFile } from './eval-file.ts';

/** Problems that a refusal tells at most. */
const MAX_TOLD = 5;

/** Reads the text of an eval file, or says in a sentence what is wrong with it. */
export function readEvalFile(
  text: string,
): Result<EvalFile, { reason: 'unreadable'; message: string }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    return fail({ reason: 'unreadable', message: `This is not JSON: ${why}` });
  }
  const read = EvalFile.safeParse(value);
  if (!read.success) {
    const told = read.error.issues.slice(0, MAX_TOLD).map(describeIssue);
    return fail({ reason: 'unreadable', message: `This is no eval file. ${told.join('; ')}` });
  }
  const twice = findTwice(read.data.tasks.map(({ id }) => id));
  if (twice === null) return succeed(read.data);
  return fail({ reason: 'unreadable', message: `Two tasks have the id ${twice}.` });
}

function findTwice(names: readonly string[]): string | null {
  return names.find((name, index) => names.indexOf(name) !== index) ?? null;
}

/** The text of an eval file, as it is exported. */
export function writeEvalFile(file: EvalFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
