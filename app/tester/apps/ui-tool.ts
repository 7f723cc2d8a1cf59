import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';

/** A tool whose result an app shows. */
export interface UiTool {
  tool: ServerTool;
  /** `ui://…` of the app. */
  resourceUri: string;
}

/** Older servers name the resource by a key of its own. */
const FLAT_KEY = 'ui/resourceUri';

/** The tools that name an app, in their order. */
export function findUiTools(tools: readonly ServerTool[]): readonly UiTool[] {
  return tools.flatMap((tool) => {
    const meta = metaOf(tool.definition);
    const resourceUri = uiOf(tool.definition)['resourceUri'] ?? meta[FLAT_KEY];
    return typeof resourceUri === 'string' && resourceUri.startsWith('ui://')
      ? [{ tool, resourceUri }]
      : [];
  });
}

/** Whether an app may call a tool of its server: unless that says otherwise. */
export function isForApps({ definition }: ServerTool): boolean {
  const { visibility } = uiOf(definition);
  return !Array.isArray(visibility) || visibility.includes('app');
}

/** The `_meta` of a thing that a server sent. */
export function metaOf(definition: JsonObject): JsonObject {
  return toObject(definition['_meta']);
}

/** The part of it that is about apps. */
export function uiOf(definition: JsonObject): JsonObject {
  return toObject(metaOf(definition)['ui']);
}

function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
