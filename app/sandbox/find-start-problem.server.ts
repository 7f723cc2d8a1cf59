import { CALL_DEADLINE_MS } from './compatibility.ts';
import { withDeadline } from './deadline.ts';
import { guardModule, toWorkerCode, type Modules } from './module-map.server.ts';
import { positionOf, type Position } from './position-of.ts';
import type ToolEntry from './tool-entry.ts';

/** Why modules do not start, and where. */
export interface StartProblem {
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Loads the modules once, in a temporary isolate; null if they start. */
export async function findStartProblem(
  loader: WorkerLoader,
  modules: Modules,
): Promise<StartProblem | null> {
  try {
    const entry = loader.load(toWorkerCode(modules)).getEntrypoint<ToolEntry>();
    const started = await withDeadline(entry.start(), CALL_DEADLINE_MS);
    return started === null ? toStartProblem(modules, 'It did not start in time.') : null;
  } catch (error) {
    return toStartProblem(modules, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses workerd's messages: `Failed to start Worker: Uncaught SyntaxError: Unexpected token ')' at
 * src/tools/a.action.ts:3:7`, or `No such module "src/tools/b". imported from "src/tools/a.action.ts"`.
 * Positions in a guarded module are mapped to its source.
 */
export function toStartProblem(modules: Modules, text: string): StartProblem {
  const missing = /No such module "([^"]+)"\.\s*imported from "([^"]+)"/.exec(text);
  if (missing) return toMissingModule(modules, missing[1] ?? '', missing[2] ?? '');
  const place = /\bat (?:.*\()?(src\/[^\s:()]+):(\d+)(?::(\d+))?/.exec(text);
  const file = place?.[1] ?? 'src/server.ts';
  const found = { line: Number(place?.[2] ?? 1), column: Number(place?.[3] ?? 1) };
  const position = place ? toSourcePosition(modules, file, found) : found;
  const message = text
    .replace(/^.*?Uncaught /s, '')
    .replace(/\s+at (?:.*\()?src\/.*$|\n\s+at .*$/s, '')
    .trim();
  return { file, ...position, message };
}

/** For a module that the guard cannot read, the position is already that of the source. */
function toSourcePosition(modules: Modules, file: string, found: Position): Position {
  try {
    const guarded = guardModule(file, modules[file] ?? '');
    return guarded?.locate(found.line, found.column) ?? found;
  } catch {
    return found;
  }
}

/** workerd resolves the specifier first, so only its end matches the source. */
function toMissingModule(modules: Modules, resolved: string, file: string): StartProblem {
  const source = modules[file] ?? '';
  const name = resolved.slice(resolved.lastIndexOf('/') + 1);
  const offset = Math.max(0, source.search(new RegExp(`['"\`][^'"\`]*${escape(name)}['"\`]`)));
  const message = `There is no module ${name}: a tool may import what its server's own files export.`;
  return { file, ...positionOf(source, offset), message };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
