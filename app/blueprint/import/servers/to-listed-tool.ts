import type { JsonObject } from '#app/runtime/json.ts';

import type { FoundTool } from './tools/found-server.ts';

/** A tool as the running server lists it. */
export function toListedTool(tool: FoundTool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    inputSchema,
    ...(outputSchema === null ? {} : { outputSchema }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}
