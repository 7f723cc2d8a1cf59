import type { Program } from 'acorn';
import { transform, type Options } from 'sucrase';

import { findDeepNesting } from '#app/blueprint/generate/find-deep-nesting.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { parseModule } from './parse-module.ts';
import { positionOf, type Position } from './position-of.ts';

/** A TypeScript module without its types. */
export interface ParsedTypeScript {
  program: Program;
  /** The JavaScript that the offsets of `program` refer to. */
  code: string;
  /** Maps an offset of the JavaScript to a position in the TypeScript. */
  locate: (offset: number) => Position;
}

export interface SyntaxProblem extends Position {
  reason: 'syntax';
  message: string;
}

/** Characters compared to locate a column. */
const CONTEXT = 24;

/** As for generated artifacts, so that the checked code is the code that runs. */
const STRIP: Options = {
  transforms: ['typescript'],
  disableESTransforms: true,
  preserveDynamicImport: true,
};

/** Parses the JavaScript of a TypeScript module. Sucrase drops imports that only types use. */
export function parseTypeScript(source: string): Result<ParsedTypeScript, SyntaxProblem> {
  const deep = findDeepNesting(source);
  if (deep !== null) {
    return fail({ reason: 'syntax', ...positionOf(source, deep.at), message: deep.message });
  }
  let code: string;
  try {
    ({ code } = transform(source, STRIP));
  } catch (error) {
    return fail(toSyntaxProblem(error, (place) => place));
  }
  const locate = (place: Position): Position => toSource(source, code, place);
  try {
    const program = parseModule(code);
    return succeed({ program, code, locate: (offset) => locate(positionOf(code, offset)) });
  } catch (error) {
    // Acorn counts columns from 0.
    return fail(toSyntaxProblem(error, ({ line, column }) => locate({ line, column: column + 1 })));
  }
}

/** Sucrase keeps lines, so only the column is searched: where the surrounding text is most similar. */
function toSource(source: string, code: string, { line, column }: Position): Position {
  const before = source.split('\n')[line - 1] ?? '';
  const after = code.split('\n')[line - 1] ?? '';
  const from = column - 1;
  let best = { at: from, score: 0 };
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] !== after[from]) continue;
    const score = likeness(before, at, after, from);
    const isNearer = Math.abs(at - from) < Math.abs(best.at - from);
    if (score > best.score || (score === best.score && isNearer)) best = { at, score };
  }
  return { line, column: best.at + 1 };
}

/** Number of characters that two texts share on both sides of a place, at most `CONTEXT` each. */
function likeness(a: string, atA: number, b: string, atB: number): number {
  let behind = 0;
  while (behind < CONTEXT && a[atA + behind] !== undefined && a[atA + behind] === b[atB + behind]) {
    behind += 1;
  }
  let ahead = 0;
  while (ahead < CONTEXT && atA > ahead && a[atA - ahead - 1] === b[atB - ahead - 1]) ahead += 1;
  return behind + ahead;
}

/** Both parsers throw a SyntaxError whose message ends in `(line:column)`. */
function toSyntaxProblem(error: unknown, locate: (place: Position) => Position): SyntaxProblem {
  const message = error instanceof Error ? error.message : String(error);
  const place = /\((\d+):(\d+)\)$/.exec(message);
  return {
    reason: 'syntax',
    ...(place
      ? locate({ line: Number(place[1]), column: Number(place[2]) })
      : { line: 1, column: 1 }),
    message: message.replace(/^Error transforming .*?: |\s*\(\d+:\d+\)$/g, ''),
  };
}
