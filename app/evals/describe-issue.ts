import type * as z from 'zod/mini';

/** Says where a file is wrong, and how: the small schemas bring no words of their own. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the file' : issue.path.join('.');
  return `${place} ${describe(issue)}`;
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which is not known here`;
    case 'invalid_type':
      return issue.input === undefined
        ? `has to be a ${issue.expected}`
        : `is no ${issue.expected}`;
    case 'too_small':
      return `has to be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `has to be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `has to be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'invalid_format':
      return `does not fit: ${'pattern' in issue ? issue.pattern : issue.format}`;
    default:
      return 'is of none of the shapes that are known here';
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
