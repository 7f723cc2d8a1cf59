import type { WorkModel, WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { BuilderToolName } from '#app/builder/tools/builder-tools.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** Context in which a clause is read. */
export interface Scope {
  model: WorkModel;
  /** Names of the tools that "it" means. */
  focus: readonly string[];
  /** The argument of the previous sentence. */
  argument?: string | undefined;
  /** Names of the tools picked from several candidates. */
  chosen?: readonly string[];
  lx: Lexicon;
  /** The message defines tools, so its sentences refer to them. */
  isBuilding: boolean;
  /** The only builder tool that the previous turn called, besides those that read; else empty. */
  lastWas: BuilderToolName | '';
}

/** The tools that a clause refers to. */
export interface FoundTools {
  tools: WorkTool[];
  /** By name or address; by words; as "it"; not at all. */
  how: 'named' | 'group' | 'described' | 'focus' | 'none';
  /** Several match, but the clause means one. */
  isAmbiguous: boolean;
}
