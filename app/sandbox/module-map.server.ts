import loopBudget from 'virtual:prebuilt/loop-budget-entry';
import toolEntry from 'virtual:prebuilt/tool-entry';

import { CALL_CPU_MS, COMPATIBILITY_DATE } from './compatibility.ts';
import { guardLoops, type GuardedModule } from './loop-guard.ts';

/** JavaScript by path, as in the artifact: `src/server.ts` is the root. */
export type Modules = Record<string, string>;

/** `loop-budget.js` seen from `src/tools/`. */
const BUDGET_FROM_TOOLS = '../../loop-budget.js';

/** Our modules in every such isolate; part of the isolate's name. */
export const OUR_MODULES = toolEntry + loopBudget;

/**
 * Code of a dynamic Worker for an artifact: the tool half of the runtime and the generated modules;
 * hand-written ones get a loop budget. It has no bindings and no network.
 *
 * @throws SyntaxError for a module that the guard cannot read; `toStartProblem` parses its message.
 */
export function toWorkerCode(modules: Modules): WorkerLoaderWorkerCode {
  const map: Record<string, WorkerLoaderModule> = {
    'tool-entry.js': { js: toolEntry },
    'loop-budget.js': { js: loopBudget },
  };
  for (const [path, text] of Object.entries(modules)) {
    map[path] = { js: requireGuarded(path, text) };
  }
  return {
    compatibilityDate: COMPATIBILITY_DATE,
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
  return path.endsWith('.action.ts') ? guardLoops(text, BUDGET_FROM_TOOLS) : null;
}
