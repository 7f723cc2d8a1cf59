import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Artifact } from '#app/blueprint/generate/artifact.ts';
import type { DraftHead } from '#app/builder/draft-state.ts';
import { loadBlueprint } from '#app/builder/store.server.ts';
import { loadArtifactPart } from '#app/sandbox/artifact-store.server.ts';
import type { Modules } from '#app/sandbox/module-map.server.ts';

import { createRecentCache } from './recent-cache.ts';

/** Parsed values that this isolate keeps; the largest known document makes some megabytes each. */
const MAX_KEPT = 20;

const served = createRecentCache<Artifact['served']>(MAX_KEPT);
const blueprints = createRecentCache<Blueprint>(MAX_KEPT);

/** What answering for one artifact needs; each part is read when it is asked for, and kept. */
export interface HostedArtifact {
  served: () => Promise<Artifact['served']>;
  blueprint: () => Promise<Blueprint>;
  modules: () => Promise<Modules>;
}

/** The stored contents that a draft's head points to. */
export function openArtifact(env: Pick<Env, 'DRAFTS' | 'BLOBS'>, head: DraftHead): HostedArtifact {
  return {
    served: () => served(head.artifact, () => loadArtifactPart(env.BLOBS, head.artifact, 'served')),
    blueprint: () => blueprints(head.blueprint, () => loadBlueprint(env, head)),
    modules: () => loadArtifactPart(env.BLOBS, head.artifact, 'modules'),
  };
}
