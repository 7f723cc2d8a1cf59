import type { AppContext } from '#app/platform/app-context.ts';

import type { NotedCall } from './call-entry.ts';
import { toCallLogStub } from './call-log-stub.server.ts';

/** Calls of so long are written together. */
const COLLECT_MS = 500;
/** So many are written at once, before that time is over. */
const WRITTEN_AT_ONCE = 250;
/** Entries of one project that wait; beyond that the oldest are lost, and counted in the log of the Worker. */
const MAX_WAITING = 1_000;

interface Buffer {
  entries: NotedCall[];
  isFlushing: boolean;
}

const buffers = new Map<string, Buffer>();

/** Notes a call in the log of its project. Nobody waits for that; a failed writing is tried with the next. */
export function noteCall(app: AppContext, project: string, entry: NotedCall): void {
  const buffer = buffers.get(project) ?? { entries: [], isFlushing: false };
  buffers.set(project, buffer);
  buffer.entries.push(entry);
  if (buffer.entries.length > MAX_WAITING) {
    buffer.entries.shift();
    app.log.warn('calls.lost', { project });
  }
  if (buffer.isFlushing) {
    if (buffer.entries.length % WRITTEN_AT_ONCE === 0) app.waitUntil(write(app, project, buffer));
    return;
  }
  buffer.isFlushing = true;
  app.waitUntil(flush(app, project, buffer));
}

async function flush(app: AppContext, project: string, buffer: Buffer): Promise<void> {
  let isWritten = true;
  // What came while the last were written has nobody else who writes it.
  while (isWritten && buffer.entries.length > 0) {
    await scheduler.wait(COLLECT_MS);
    isWritten = await write(app, project, buffer);
  }
  buffer.isFlushing = false;
  if (buffer.entries.length === 0) buffers.delete(project);
}

async function write(app: AppContext, project: string, buffer: Buffer): Promise<boolean> {
  const entries = buffer.entries.splice(0);
  if (entries.length === 0) return true;
  try {
    await toCallLogStub(app.env, project).recordCalls(entries);
    return true;
  } catch (error) {
    app.log.warn('calls.unwritten', { project, count: entries.length, error });
    // Twice the same entry counts once.
    const waiting = buffers.get(project) ?? buffer;
    buffers.set(project, waiting);
    waiting.entries.unshift(...entries);
    return false;
  }
}
