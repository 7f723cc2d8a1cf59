import loopBudget from 'virtual:prebuilt/loop-budget-entry';
import toolEntry from 'virtual:prebuilt/tool-entry';

import { CALL_CPU_MS, COMPATIBILITY_DATE } from './compatibility.ts';
import { guardLoops, type GuardedModule } from './loop-guard.ts';

/** JavaScript by path, as the artifact holds it: `src/server.ts` is the root. */
export type Modules = Record<string, string>;

/** `loop-budget.js` seen from `src/tools/`. */
const BUDGET_FROM_TOOLS = '../../loop-budget.js';

/** Our half of every such isolate: it takes part in the isolate's name. */
export const OUR_MODULES = toolEntry + loopBudget;

/**
 * The code of a dynamic Worker for an artifact: the tool half of the runtime beside the generated
 * modules, of which those that somebody wrote get a loop budget. It has no bindings and no network.
 *
 * @throws SyntaxError for a module that the guard cannot read; `toStartProblem` reads its message.
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

/** What the guard cannot read must not run; said in workerd's words for a module it cannot read. */
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

/** A module with its budget; null for the modules that hold nothing but constants of ours. */
export function guardModule(path: string, text: string): GuardedModule | null {
  return path.endsWith('.action.ts') ? guardLoops(text, BUDGET_FROM_TOOLS) : null;
}
