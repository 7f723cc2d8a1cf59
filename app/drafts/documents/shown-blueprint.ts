import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { MAX_INLINE_BLUEPRINT_BYTES, type BlueprintSummary } from '#app/drafts/draft.ts';

/**
 * A blueprint as it is sent along with what it belongs to: whole, or as a summary if it is large.
 * @param text as it is stored
 * @param url where the whole of it is
 */
export function showBlueprint(
  blueprint: Blueprint,
  text: string,
  url: string,
): Blueprint | BlueprintSummary {
  const bytes = new TextEncoder().encode(text).byteLength;
  return bytes > MAX_INLINE_BLUEPRINT_BYTES ? summarise(blueprint, bytes, url) : blueprint;
}

function summarise(blueprint: Blueprint, bytes: number, url: string): BlueprintSummary {
  const { schemaVersion, identity, sources, upstreams, secrets, policies } = blueprint;
  return {
    isSummary: true,
    url,
    bytes,
    schemaVersion,
    identity,
    sources,
    upstreams,
    secrets,
    policies,
    tools: blueprint.tools.map(({ name, title, enabled, deprecated }) => ({
      name,
      title,
      enabled,
      deprecated,
    })),
  };
}
