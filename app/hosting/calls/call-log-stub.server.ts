import { limitStub } from '#app/platform/stores/limit-stub.server.ts';

import type { CallPart, NumberedCall } from './archive/call-part.ts';
import type { CallEntry, LogSettings, NotedCall } from './call-entry.ts';
import type { CallFilter } from './call-filter.ts';
import type { FailureEvidence, FailureGroup } from './failures/failure-group.ts';

/** Where a page of calls begins, and how many it has. */
export interface CallPlace {
  /** Only calls with a lower id; absent: from the newest on. */
  before?: string | undefined;
  limit: number;
  /** Older calls are kept no longer; absent: there are none. */
  keptFrom?: number;
}

/** The part of a page that the object knows. */
export interface HeldCalls {
  calls: CallEntry[];
  /** Parts of the archive that may hold further ones, those with the highest ids first; no more than 40. */
  parts: CallPart[];
  /** Number of the call that arrived last. */
  tail: number;
  /** How many calls are kept at all. */
  kept: number;
}

/** Calls that have arrived since. */
export interface NewCalls {
  calls: CallEntry[];
  tail: number;
}

/** A run of calls in the order of their arrival: in parts of the archive, or here; neither: there are no more. */
export interface CallRun {
  parts: CallPart[];
  calls: NumberedCall[];
}

/** Usage of a project in one hour, by tool and key. */
export interface StoredUsage {
  rows: {
    /** Beginning of the hour, in milliseconds since 1970. */
    hour: number;
    tool: string | null;
    key: string | null;
    calls: number;
    errors: number;
    /** How many calls fell into each bucket of latency. */
    buckets: number[];
  }[];
}

/** Calls of a project's object that concern its log. */
export interface CallLogCalls extends Rpc.DurableObjectBranded {
  /** Keeps these calls; an entry that is there already counts once. */
  recordCalls(entries: NotedCall[]): Promise<void>;
  holdCalls(filter: CallFilter, place: CallPlace): HeldCalls;
  listNewCalls(filter: CallFilter, after: number, limit: number): NewCalls;
  /** The next calls after the one with this number. */
  readCallRun(after: number): CallRun;
  /** Usage since the beginning of an hour. */
  readUsage(sinceHour: number): StoredUsage;
  /** How many of the latest thousand calls, or more, began at this time or later, and how many of them failed. */
  countCallsSince(at: number): { calls: number; failed: number };
  /** Calls that failed, by their causes. */
  listFailures(): FailureGroup[];
  findFailure(id: string, since: number): FailureEvidence | null;
  readLogSettings(): LogSettings;
  /** Changes the settings; false: there is no log, since nothing was ever published. */
  changeLogSettings(settings: LogSettings): boolean;
}

/** The object of a project, for the log of its calls. */
export function toCallLogStub(
  env: Pick<Env, 'PROJECTS'>,
  project: string,
): DurableObjectStub<CallLogCalls> {
  return limitStub(env.PROJECTS.get(env.PROJECTS.idFromName(project)));
}
