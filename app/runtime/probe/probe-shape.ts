import { specTypeSchemas } from '@modelcontextprotocol/server';

import type { Exchange, ProbeName } from './server-evidence.ts';

/** Result schemas of the protocol by request. */
const RESULTS = {
  discover: specTypeSchemas.DiscoverResult,
  initialize: specTypeSchemas.InitializeResult,
  list: specTypeSchemas.ListToolsResult,
  listLegacy: specTypeSchemas.ListToolsResult,
  callRight: specTypeSchemas.CallToolResult,
};
const MAX_PROBLEMS = 10;

/** Adds the places where a response deviates from the protocol's schema; errors are not compared. */
export function checkShape(name: ProbeName, exchange: Exchange): Exchange {
  const result = exchange.got?.message?.['result'];
  if (result === undefined || !hasSchema(name)) return exchange;
  const checked = RESULTS[name]['~standard'].validate(result);
  const problems = (checked.issues ?? []).map(({ path = [], message }) => {
    const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
    return `${['result', ...keys].join('.')}: ${message}`;
  });
  return Object.assign(exchange, { schemaProblems: problems.slice(0, MAX_PROBLEMS) });
}

function hasSchema(name: ProbeName): name is keyof typeof RESULTS {
  return Object.hasOwn(RESULTS, name);
}
