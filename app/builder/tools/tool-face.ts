import { toolFaces } from 'virtual:tool-faces';

/** How a call of a tool affects the draft. */
export type ToolEffect =
  /** Shows the person what is about to be done. */
  | 'plans'
  /** Asks the person; the turn ends with it. */
  | 'asks'
  /** Reads what exists. */
  | 'reads'
  /** Runs what exists: its input reaches code and requests. */
  | 'tests'
  /** Changes the draft. */
  | 'changes';

/** A field of a tool's input that says what a call is about, or a list of it that is counted. */
export type ToolSubject<Field extends string = string> = Field | { count: Field; of: string };

/**
 * The part of a tool that screens show. Plain data: it reaches the browser by itself, without the
 * tool's schemas and what it runs (`scripts/tool-faces.ts`).
 */
export interface ToolFace<Name extends string = string, Field extends string = string> {
  name: Name;
  effect: ToolEffect;
  /** In the timeline of a chat: while a call runs, and when it is done. */
  words: { now: string; done: string };
  /** The first of these that a call has is shown beside the words. */
  subject: readonly ToolSubject<Field>[];
}

const FACES: ReadonlyMap<string, ToolFace> = new Map(toolFaces.map((face) => [face.name, face]));

/** The face of a tool; undefined for a name that no tool has any more. */
export function faceOf(name: string): ToolFace | undefined {
  return FACES.get(name);
}
