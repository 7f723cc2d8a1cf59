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
 */
export function toWorkerCode(modules: Modules): WorkerLoaderWorkerCode {
  const map: Record<string, WorkerLoaderModule> = {
    'tool-entry.js': { js: toolEntry },
    'loop-budget.js': { js: loopBudget },
  };
  for (const [path, text] of Object.entries(modules)) {
    map[path] = { js: guardModule(path, text)?.code ?? text };
  }
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'tool-entry.js',
    modules: map,
    globalOutbound: null,
    limits: { cpuMs: CALL_CPU_MS },
  };
}

/** A module with its budget; null for the modules that hold nothing but constants of ours. */
export function guardModule(path: string, text: string): GuardedModule | null {
  return path.endsWith('.action.ts') ? guardLoops(text, BUDGET_FROM_TOOLS) : null;
}
