import { full } from 'acorn-walk';
import confinement from 'virtual:prebuilt/confinement-entry';
import noConfinement from 'virtual:prebuilt/no-confinement-entry';
import toolEntry from 'virtual:prebuilt/tool-entry';

import { CALL_CPU_MS, COMPATIBILITY_DATE } from './compatibility.ts';
import { findForeignImport } from './find-foreign-import.ts';
import { findKeptState } from './find-kept-state.ts';
import { ENDLESS_EXPRESSION, isEndlessExpression } from './is-endless-expression.ts';
import { guardLoops, type GuardedModule } from './loop-guard.ts';
import type { Fault } from './module-problem.ts';
import { parseModule } from './parse-module.ts';
import { positionOf } from './position-of.ts';

/** JavaScript by path, as in the artifact: `src/server.ts` is the root. */
export type Modules = Record<string, string>;

/** First import of `tool-entry.ts`, as it is named there and as it is seen from `src/tools/`. */
const CONFINEMENT = 'confinement-entry.ts';
const CONFINEMENT_FROM_TOOLS = `../../${CONFINEMENT}`;

/**
 * Node's modules would bring the process, and a pool of memory that all callers share. They are on by default.
 */
const WITHOUT_NODE = ['no_nodejs_compat', 'no_nodejs_compat_v2'];

/** Our modules in every such isolate; part of the isolate's name. */
export const OUR_MODULES = toolEntry + confinement + noConfinement;

/**
 * Code of a dynamic Worker for an artifact: the tool half of the runtime and the generated modules. Where some
 * are written by hand, these get a loop budget and the isolate is locked down before they load
 * ([why](docs/decisions/0046-code-is-confined.md)). It has no bindings and no network.
 *
 * @throws SyntaxError for a module that the guard cannot read; `toStartProblem` parses its message.
 */
export function toWorkerCode(modules: Modules): WorkerLoaderWorkerCode {
  const map: Record<string, WorkerLoaderModule> = {
    'tool-entry.js': { js: toolEntry },
    [CONFINEMENT]: { js: Object.keys(modules).some(isHandWritten) ? confinement : noConfinement },
  };
  for (const [path, text] of Object.entries(modules)) {
    map[path] = { js: requireGuarded(path, text) };
  }
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: WITHOUT_NODE,
    mainModule: 'tool-entry.js',
    modules: map,
    globalOutbound: null,
    limits: { cpuMs: CALL_CPU_MS },
  };
}

/** A module that the guard cannot read must not run; the error has workerd's form for such modules. */
function requireGuarded(path: string, text: string): string {
  try {
    return guardModule(path, text)?.code ?? text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = /\s*\((\d+):(\d+)\)$/.exec(reason);
    const message = reason.slice(0, place?.index);
    // Acorn counts columns from 0.
    const column = Number(place?.[2] ?? 0) + 1;
    throw new SyntaxError(
      `Failed to start Worker: Uncaught SyntaxError: ${message} at ${path}:${place?.[1] ?? 1}:${column}`,
      { cause: error },
    );
  }
}

/** A module with its budget; null for modules that contain only our constants. */
export function guardModule(path: string, text: string): GuardedModule | null {
  if (!isHandWritten(path)) return null;
  requireConfined(text);
  return guardLoops(text, CONFINEMENT_FROM_TOOLS);
}

function isHandWritten(path: string): boolean {
  return path.endsWith('.action.ts');
}

/**
 * Looks again for what the checks of an edit refuse and the lockdown stands on: an artifact may be older than
 * they are.
 *
 * @throws SyntaxError with the place of the first fault, as Acorn does.
 */
function requireConfined(text: string): void {
  const faults: Fault[] = [];
  const program = parseModule(text);
  findKeptState(program, text, (fault) => faults.push(fault));
  full(program, (node) => {
    const fault = findForeignImport(node);
    if (fault !== null) faults.push(fault);
    if (isEndlessExpression(node)) faults.push({ at: node.start, message: ENDLESS_EXPRESSION });
  });
  const first = faults.toSorted((a, b) => a.at - b.at)[0];
  if (first === undefined) return;
  const { line, column } = positionOf(text, first.at);
  throw new SyntaxError(`${first.message} (${line}:${column - 1})`);
}
