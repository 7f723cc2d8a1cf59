import { faceOf } from '#app/builder/tools/tool-face.ts';

/** The words for one call of a tool; its bare name where there is no such tool any more. */
export function describeActivity(tool: string, isDone: boolean): string {
  const words = faceOf(tool)?.words;
  if (!words) return tool;
  return isDone ? words.done : words.now;
}

/** The subject of a call: the name of a tool, an address, a file, or how many there are of them. */
export function subjectOf(tool: string, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const given = new Map<string, unknown>(Object.entries(input));
  for (const subject of faceOf(tool)?.subject ?? []) {
    const value = given.get(typeof subject === 'string' ? subject : subject.count);
    if (typeof subject === 'string') {
      if (typeof value === 'string' && value !== '') return value;
    } else if (Array.isArray(value)) {
      return `${value.length} ${subject.of}${value.length === 1 ? '' : 's'}`;
    }
  }
  return null;
}
