import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { uiOf } from './ui-tool.ts';

/** An app as its server sent it. */
export interface UiResource {
  html: string;
  /** As declared, whatever it is. */
  csp: JsonObject;
  /** Names of what it asks of the browser: `camera`, `microphone`. */
  permissions: readonly string[];
  hasBorder: boolean;
  /** Kinds of content that are not the one of the protocol. */
  warning: string | null;
}

const MIME_TYPE = 'text/html;profile=mcp-app';

/** Reads the app out of the result of `resources/read`. */
export function readUiResource(
  result: JsonObject,
  uri: string,
): Result<UiResource, { reason: 'noApp'; message: string }> {
  const contents = Array.isArray(result['contents']) ? result['contents'] : [];
  const all = contents.filter(isJsonObject);
  const content = all.find((each) => each['uri'] === uri) ?? all[0];
  const html = content && readHtml(content);
  if (content === undefined || typeof html !== 'string') {
    return fail({ reason: 'noApp', message: `The server sent no HTML for ${uri}.` });
  }
  const type = typeof content['mimeType'] === 'string' ? content['mimeType'] : 'none';
  const { csp, permissions, prefersBorder } = uiOf(content);
  return succeed({
    html,
    csp: isJsonObject(csp) ? csp : {},
    permissions: isJsonObject(permissions) ? Object.keys(permissions) : [],
    hasBorder: prefersBorder !== false,
    warning:
      normalise(type) === MIME_TYPE
        ? null
        : `The MIME type of the app is ${type}. Hosts show apps of ${MIME_TYPE} only.`,
  });
}

function readHtml({ text, blob }: JsonObject): string | null {
  if (typeof text === 'string') return text;
  if (typeof blob !== 'string') return null;
  try {
    const bytes = Uint8Array.from(atob(blob), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

function normalise(type: string): string {
  return type.toLowerCase().replaceAll(/[\s"]/g, '');
}
