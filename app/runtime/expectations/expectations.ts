import type { JsonObject, JsonValue } from '../json.ts';

/** A condition on the values at one path of an answer. */
export type ValueCheck =
  /** The value is the same JSON. */
  | { path: string; is: 'equals'; value: JsonValue }
  /** The value's text matches a regular expression. */
  | { path: string; is: 'matches'; pattern: string }
  | { path: string; is: 'present' | 'absent' };

/** All that is expected of one call. */
export interface Expectations {
  outcome: 'success' | 'error';
  /** HTTP status of the last answer of the API. */
  status?: number;
  /** The structured content fits the tool's output schema. */
  fitsSchema?: boolean;
  checks: ValueCheck[];
  /** Milliseconds that the call may take. */
  maxMs?: number;
}

/** An example call of a tool that somebody saved, with what is expected of it. */
export interface ExpectedCall {
  name: string;
  tool: string;
  /** Which upstream it is about: an answer of the real one may differ from one day to the next. */
  upstream: 'any' | 'mock' | 'real';
  arguments: JsonObject;
  expect: Expectations;
}
