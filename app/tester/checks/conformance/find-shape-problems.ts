import { specTypeSchemas } from '@modelcontextprotocol/client';

import type { JsonObject } from '#app/runtime/json.ts';

/** Result schemas of the protocol, by what was asked. */
const RESULTS = {
  discover: specTypeSchemas.DiscoverResult,
  initialize: specTypeSchemas.InitializeResult,
  tools: specTypeSchemas.ListToolsResult,
  prompts: specTypeSchemas.ListPromptsResult,
  resources: specTypeSchemas.ListResourcesResult,
  templates: specTypeSchemas.ListResourceTemplatesResult,
  read: specTypeSchemas.ReadResourceResult,
  call: specTypeSchemas.CallToolResult,
};
export type ResultShape = keyof typeof RESULTS;

const MAX_PROBLEMS = 5;

/** Places where a result deviates from the protocol's schema. */
export function findShapeProblems(shape: ResultShape, result: JsonObject): string[] {
  const { issues = [] } = RESULTS[shape]['~standard'].validate(result);
  return issues.slice(0, MAX_PROBLEMS).map(({ path = [], message }) => {
    const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
    return `${['result', ...keys].join('.')}: ${message}`;
  });
}
