import { versionLine } from '#app/blueprint/import/text/root-lines.ts';
import type { TextStart } from '#app/blueprint/import/text/text-start.ts';

/** The line of a YAML document that names its version. */
const VERSION_LINE = versionLine('openapi|swagger');
/** The same in an object whose keys may lack their quotes, which the YAML reader takes. */
const FLOW_START = /^\{\s*["']?(?:openapi|swagger)["']?\s*:/;
const PATHS_LINE = /^["']?paths["']?\s*:\s*(?:#.*|\{.*)?$/;
/** A path below `paths`: without one it is a word with a colon. */
const PATH_LINE = /^[ \t]+["']?\/[^\n:]*:|^paths:\s*\{\s*["']?\//m;

/** A description that says its version: OpenAPI 2.0 (Swagger) to 3.2, in JSON or YAML. */
export function isDescription(start: TextStart): boolean {
  if (!start.isObject) return start.hasLine(VERSION_LINE);
  return FLOW_START.test(start.source) || start.keys.has('openapi') || start.keys.has('swagger');
}

/** The paths of a description without its head. */
export function isDescriptionFragment(start: TextStart): boolean {
  if (start.isObject) return start.keys.has('paths');
  return start.hasLine(PATHS_LINE) && PATH_LINE.test(start.source);
}
