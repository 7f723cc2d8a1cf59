import type { JsonObject } from '#app/runtime/definition.ts';

/** A server's progress; null where it is no number. */
export function readProgress(
  params: JsonObject,
): { progress: number; total?: number; message?: string } | null {
  const { progress, total, message } = params;
  if (typeof progress !== 'number') return null;
  return {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
