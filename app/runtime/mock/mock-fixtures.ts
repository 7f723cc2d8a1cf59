import type { HttpAction, ToolDefinition } from '../definition.ts';
import type { JsonValue } from '../json.ts';

/** A value that a request must have. */
export interface MockCondition {
  in: 'path' | 'query' | 'header' | 'body';
  /** Name on the wire; in a body that of a property. */
  name: string;
  value: JsonValue;
}

/** An answer that somebody wrote for one operation of an upstream. */
export interface MockFixture {
  /** Id of the upstream. */
  upstream: string;
  /** Upper case. */
  method: string;
  /** Template relative to the base URL, as that of a tool. */
  path: string;
  /** Only requests with all of these values get it. */
  when?: MockCondition[];
  status: number;
  mediaType: string;
  headers?: { [name: string]: string };
  body?: JsonValue;
}

/** An operation that the mock derives an answer from. */
export interface MockedOperation {
  outputSchema?: ToolDefinition['outputSchema'];
  action: Pick<
    HttpAction,
    'upstream' | 'method' | 'path' | 'parameters' | 'body' | 'response' | 'mock' | 'pagination'
  >;
}

/** Everything that the mock knows beside the tools that are served. */
export interface MockFixtures {
  answers: MockFixture[];
  /** Operations of tools that are not served, which code may call. */
  operations: MockedOperation[];
}

export const NO_FIXTURES: MockFixtures = { answers: [], operations: [] };
