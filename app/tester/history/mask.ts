import {
  maskHeader,
  maskMessage,
  maskText,
  secretsOfTarget,
} from '#app/mcp-client/mask-secrets.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

/** How texts of a log are shown. */
export interface Mask {
  text: (text: string) => string;
  header: (name: string, value: string) => string;
  message: (message: JsonObject) => JsonObject;
}

/** Shows everything: for the person whose secrets they are, when they say so. */
export const NO_MASK: Mask = {
  text: (text) => text,
  header: (_, value) => value,
  message: (message) => message,
};

/** Hides the secrets of a server, and everything that looks like one. */
export function maskOf(target: ServerTarget): Mask {
  const secrets = secretsOfTarget(target);
  return {
    text: (text) => maskText(text, secrets),
    header: (name, value) => maskHeader(name, value, secrets),
    message: (message) => maskMessage(message, secrets),
  };
}
