import { withTimeout } from '#app/platform/with-timeout.ts';

import { noteOutage } from './store-outage.ts';

/** Milliseconds until the bucket counts as away: for what reads, and for what writes. */
export interface BucketLimits {
  bucketReadMs: number;
  bucketWriteMs: number;
}

const WRITES = new Set<string | symbol>(['put', 'delete']);
/** Methods that read the content of a blob that was found. */
const CONTENTS = new Set<string | symbol>(['text', 'json', 'arrayBuffer', 'bytes', 'blob']);

/** One for each bucket, so that what is remembered about a bucket is found again. */
const made = new WeakMap<BucketLimits, WeakMap<R2Bucket, R2Bucket>>();

/**
 * A bucket that keeps nobody waiting: a call, and reading what it found, fails with a `TimeoutError`. Only what
 * is written while it arrives takes as long as its sender does: see `boundSink`.
 */
export function limitBucket(bucket: R2Bucket, limits: BucketLimits): R2Bucket {
  const known = made.get(limits) ?? new WeakMap<R2Bucket, R2Bucket>();
  made.set(limits, known);
  const limited = known.get(bucket) ?? makeLimited(bucket, limits);
  known.set(bucket, limited);
  return limited;
}

function makeLimited(bucket: R2Bucket, { bucketReadMs, bucketWriteMs }: BucketLimits): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        const work = noteOutage<unknown>(() => Reflect.apply(member, target, args) as unknown);
        if (args.some((each) => each instanceof ReadableStream)) return work;
        const found = await withTimeout(work, WRITES.has(name) ? bucketWriteMs : bucketReadMs);
        return name === 'get' && isObject(found) ? limitContent(found, bucketReadMs) : found;
      };
    },
  });
}

/** A blob whose content is there soon, or not at all. */
function limitContent(found: object, milliseconds: number): object {
  return new Proxy(found, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const go = () => Reflect.apply(member, target, args) as unknown;
        return CONTENTS.has(name) ? withTimeout(noteOutage<unknown>(go), milliseconds) : go();
      };
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
