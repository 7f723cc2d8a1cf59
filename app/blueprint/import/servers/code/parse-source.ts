import { parse, type Program } from 'acorn';
import { transform, type Transform } from 'sucrase';

import { findDeepNesting } from '#app/blueprint/generate/find-deep-nesting.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

export interface ParsedSource {
  program: Program;
  /** JavaScript that the offsets of `program` refer to; it has the lines of the file. */
  code: string;
}

/** A longer file is data or a bundle. */
const MAX_LENGTH = 600_000;

/** Parses a file of TypeScript or JavaScript, which is never run. */
export function parseSource(
  path: string,
  text: string,
): Result<ParsedSource, { reason: 'syntax' }> {
  if (text.length > MAX_LENGTH || findDeepNesting(text) !== null) return fail({ reason: 'syntax' });
  const transforms: Transform[] = /\.[jt]sx$/.test(path) ? ['typescript', 'jsx'] : ['typescript'];
  try {
    const { code } = transform(text, {
      transforms,
      disableESTransforms: true,
      preserveDynamicImport: true,
      keepUnusedImports: true,
      production: true,
    });
    const program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
    });
    return succeed({ program, code });
  } catch (error) {
    // Sucrase throws errors of no class of its own; a text nested too deeply ends in a RangeError.
    if (error instanceof Error) return fail({ reason: 'syntax' });
    throw error;
  }
}
