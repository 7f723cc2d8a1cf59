import { rootKeys } from '#app/blueprint/import/text/root-keys.ts';
import { hasYamlMark } from '#app/blueprint/import/text/yaml-mark.ts';

/** The line of a YAML document that names its version. */
const VERSION_LINE = /^["']?(?:openapi|swagger)["']?\s*:\s*["']?v?\d/;
/** The same in an object whose keys may lack their quotes, which the YAML reader takes. */
const FLOW_START = /^\{\s*["']?(?:openapi|swagger)["']?\s*:/;
const PATHS_LINE = /^["']?paths["']?\s*:\s*(?:#.*|\{.*)?$/;
/** A path below `paths`: without one it is a word with a colon. */
const PATH_LINE = /^[ \t]+["']?\/[^\n:]*:|^paths:\s*\{\s*["']?\//m;

/** A description that says its version: OpenAPI 2.0 (Swagger) to 3.2, in JSON or YAML. */
export function isDescription(text: string): boolean {
  const source = text.trimStart();
  if (!source.startsWith('{')) return hasYamlMark(source, VERSION_LINE);
  if (FLOW_START.test(source)) return true;
  const keys = rootKeys(source);
  return keys.has('openapi') || keys.has('swagger');
}

/** The paths of a description without its head. */
export function isDescriptionFragment(text: string): boolean {
  const source = text.trimStart();
  if (source.startsWith('{')) return rootKeys(source).has('paths');
  return hasYamlMark(source, PATHS_LINE) && PATH_LINE.test(source);
}
