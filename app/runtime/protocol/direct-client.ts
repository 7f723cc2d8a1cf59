import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Optional texts of a client's info besides its name and version. */
const TEXTS = ['title', 'description', 'websiteUrl'];
const CLIENT_INFO = new Set(['name', 'version', 'icons', ...TEXTS]);
const ICON = new Set(['src', 'mimeType', 'sizes']);
const FORM = new Set(['applyDefaults']);
const ROOTS = new Set(['listChanged']);

/** Known capabilities, each with a check of its value. */
const CAPABILITIES: { readonly [name: string]: (value: JsonObject) => boolean } = {
  experimental: holdsObjects,
  extensions: holdsObjects,
  sampling: holdsObjects,
  elicitation: (value) =>
    holdsObjects(value) && (value['form'] === undefined || holdsFlags(value['form'], FORM)),
  roots: (value) => holdsFlags(value, ROOTS),
};

/** Whether an object has no other keys than these. */
export function hasOnly(object: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in object) if (!names.has(name)) return false;
  return true;
}

/** Whether capabilities are well-formed in a common way; unusual ones may still be valid. */
export function areCapabilities(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([name, capability]) => {
    const isPlain = Object.hasOwn(CAPABILITIES, name) ? CAPABILITIES[name] : undefined;
    return isPlain !== undefined && isJsonObject(capability) && isPlain(capability);
  });
}

/** Whether client info is well-formed in a common way. */
export function isClientInfo(value: JsonValue): boolean {
  if (!isJsonObject(value) || !hasOnly(value, CLIENT_INFO)) return false;
  const { name, version, icons = [] } = value;
  return (
    typeof name === 'string' &&
    typeof version === 'string' &&
    TEXTS.every((text) => isTextOrAbsent(value[text])) &&
    Array.isArray(icons) &&
    icons.every(isIcon)
  );
}

function isIcon(value: JsonValue): boolean {
  if (!isJsonObject(value) || !hasOnly(value, ICON)) return false;
  const { src, mimeType, sizes = [] } = value;
  const areSizes = Array.isArray(sizes) && sizes.every((size) => typeof size === 'string');
  return typeof src === 'string' && isTextOrAbsent(mimeType) && areSizes;
}

function isTextOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === 'string';
}

function holdsObjects(value: JsonObject): boolean {
  return Object.values(value).every(isJsonObject);
}

function holdsFlags(value: JsonValue, names: ReadonlySet<string>): boolean {
  if (!isJsonObject(value) || !hasOnly(value, names)) return false;
  return Object.values(value).every((flag) => typeof flag === 'boolean');
}
