import type * as z from 'zod';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { TurnTrust } from '#app/builder/models/turn-trust.ts';
import type { ToolFace } from './tool-face.ts';
import type { Workspace } from './workspace.ts';

/** Context of a tool's call. */
export interface ToolUse {
  workspace: Workspace;
  signal: AbortSignal;
  /** Reports progress to the user. */
  onProgress: (progress: { step: string; done?: number; total?: number }) => void;
}

/** Definition of a tool, all of it in the tool's file. */
export interface BuilderToolParts<Name extends string, Input extends z.ZodType> extends ToolFace<
  Name,
  keyof z.infer<Input> & string
> {
  /** Description for the model. */
  description: string;
  input: Input;
  /** Its input is untrusted text by definition, so it is not searched for credentials and orders. */
  takesForeignText?: true;
  /**
   * Describes what a call would let out of the draft, as a sentence: the person decides on it. Null,
   * or no function, where it only works inside the draft. Exits of a change of the draft are found
   * in the change itself (`change-set/find-exits.ts`).
   */
  exit?: (input: z.infer<Input>, trust: TurnTrust) => string | null;
  /**
   * Whether a call is answered in full however often it is made. Otherwise a result that a model still has
   * before it is only referred to.
   */
  mayRepeat?: (input: z.infer<Input>) => boolean;
  run: (input: z.infer<Input>, use: ToolUse) => Promise<unknown>;
}

/** A tool that the builder's model may call. */
export interface BuilderTool<Name extends string = string> extends ToolFace<Name> {
  description: string;
  input: z.ZodType;
  takesForeignText: boolean;
  /** Makes a call of what a model gave; nothing is run yet. */
  accept: (given: unknown) => Result<BuilderCall, { reason: 'invalid'; error: z.ZodError }>;
}

/** A call whose input its tool has accepted. */
export interface BuilderCall {
  tool: BuilderTool;
  input: unknown;
  /** Its effect outside the draft, as a sentence; null where there is none. */
  findExit: (trust: TurnTrust) => string | null;
  mayRepeat: boolean;
  run: (use: ToolUse) => Promise<unknown>;
}

/** Makes a tool of its parts; every one of them has to be decided. */
export function defineTool<const Name extends string, Input extends z.ZodType>(
  definition: BuilderToolParts<Name, Input>,
): BuilderTool<Name> {
  const { name, effect, words, subject, description, input, exit, mayRepeat, run } = definition;
  const tool: BuilderTool<Name> = {
    name,
    effect,
    words,
    subject,
    description,
    input,
    takesForeignText: definition.takesForeignText === true,
    accept(given) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return fail({ reason: 'invalid', error: parsed.error });
      const { data } = parsed;
      return succeed({
        tool,
        input: data,
        findExit: (trust) => exit?.(data, trust) ?? null,
        mayRepeat: mayRepeat?.(data) ?? false,
        run: (use) => run(data, use),
      });
    },
  };
  return tool;
}
