import { transform } from 'sucrase';

import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

import { findDeepNesting } from './find-deep-nesting.ts';

/** A module that cannot be parsed. Line and column start at 1. */
export interface SyntaxFailure {
  reason: 'syntax';
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Strips the types from one TypeScript module; everything else stays on its line. */
export function stripTypes(file: string, source: string): Result<string, SyntaxFailure> {
  const deep = findDeepNesting(source);
  if (deep !== null) {
    const { at, message } = deep;
    return fail({ reason: 'syntax', file, ...positionAt(source, at), message });
  }
  try {
    const { code } = transform(source, {
      transforms: ['typescript'],
      disableESTransforms: true,
      preserveDynamicImport: true,
    });
    return succeed(code);
  } catch (error) {
    return fail({ reason: 'syntax', file, ...locate(error) });
  }
}

function positionAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Sucrase throws an Error with `loc` and repeats the location in the message. */
function locate(error: unknown): { line: number; column: number; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const loc = error instanceof Error && 'loc' in error ? error.loc : undefined;
  const found = /\s*\((\d+):(\d+)\)\s*$/.exec(message);
  const fromLoc =
    typeof loc === 'object' && loc !== null && 'line' in loc && 'column' in loc ? loc : undefined;
  return {
    line: Number(fromLoc?.line ?? found?.[1] ?? 1),
    column: Number(fromLoc?.column ?? found?.[2] ?? 1),
    message: message.replace(/^Error transforming[^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, ''),
  };
}
