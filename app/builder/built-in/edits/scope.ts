import type { WorkModel, WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** What a clause is read against. */
export interface Scope {
  model: WorkModel;
  /** Names of the tools that "it" means. */
  focus: readonly string[];
  /** The argument that the sentence before was about. */
  argument?: string | undefined;
  /** Names of the tools that were picked where several could be meant. */
  chosen?: readonly string[];
  lx: Lexicon;
  /** The message defines tools: its sentences speak of them. */
  isBuilding: boolean;
  /** The only builder tool that the turn before called; else empty. */
  lastWas: string;
}

/** The tools that a clause speaks of. */
export interface FoundTools {
  tools: WorkTool[];
  /** By name or address; by words; as "it"; not at all. */
  how: 'named' | 'group' | 'described' | 'focus' | 'none';
  /** Several fit, and the clause speaks of one. */
  isAmbiguous: boolean;
}
