import type { CallEnd, CallEntry, CallPage } from './call-entry.ts';

/** The calls of a project to list. */
export interface CallFilter {
  tool?: string;
  end?: CallEnd;
  /** Id of a key. */
  key?: string;
  /** Only calls before this time, in milliseconds since 1970. */
  before?: number;
  /** At most 200. */
  limit?: number;
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
  recordCalls(entries: CallEntry[]): Promise<void>;
  listCalls(filter: CallFilter): CallPage;
  /** Usage since the beginning of an hour. */
  readUsage(sinceHour: number): StoredUsage;
}

/** The object of a project, for the log of its calls. */
export function toCallLogStub(
  env: Pick<Env, 'PROJECTS'>,
  project: string,
): DurableObjectStub<CallLogCalls> {
  return env.PROJECTS.get(env.PROJECTS.idFromName(project));
}
