import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import type { BuilderCall } from '#app/builder/tools/builder-tool.ts';
import type { ToolEffect } from '#app/builder/tools/tool-face.ts';

/** Effects through which the texts of a call reach the draft, code or requests. */
const CARRYING: ReadonlySet<ToolEffect> = new Set(['tests', 'changes']);

/**
 * Why a call is never made, whoever asks for it: it carries a credential, or text that people do not
 * see. Null where nothing speaks against it.
 */
export function refuseCall({ tool, input }: BuilderCall): string | null {
  if (!CARRYING.has(tool.effect) || tool.takesForeignText) return null;
  const texts = textsOf(input);
  const refused = texts.map(refuseCredential).find((each) => each !== null);
  if (refused !== undefined) return refused;
  return texts.some(hasHidden) ? 'A text holds characters that people do not see.' : null;
}

/** Why a text gets nowhere: it holds a credential. */
export function refuseCredential(text: string): string | null {
  const [secret] = findSecrets(text);
  if (!secret) return null;
  return `This holds ${secret.kind} (${secret.shown}). Values of credentials are set by the person, as secrets.`;
}

/** Every text in a value, names of properties too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}
