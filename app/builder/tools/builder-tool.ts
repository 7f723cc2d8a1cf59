import type * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { ALLOW, type TurnWords, type Verdict } from './guard/verdict.ts';
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
  /** Its answer holds untrusted text: data for the model, never instructions. */
  isUntrusted?: true;
  /** Its input is untrusted text by definition, so it is not searched for credentials and orders. */
  takesForeignText?: true;
  /**
   * Decides on a call once the turn has read untrusted text; `none`: it is always allowed. The texts of
   * a call that changes or runs anything are searched as well (`guard/guard-edit.ts`).
   */
  guard: 'none' | ((words: TurnWords, input: z.infer<Input>, blueprint: Blueprint) => Verdict);
  run: (input: z.infer<Input>, use: ToolUse) => Promise<unknown>;
}

/** A tool that the builder's model may call. */
export interface BuilderTool<Name extends string = string> extends ToolFace<Name> {
  description: string;
  input: z.ZodType;
  isUntrusted: boolean;
  takesForeignText: boolean;
  /** Makes a call of what a model gave; nothing is run yet. */
  accept: (given: unknown) => Result<BuilderCall, { reason: 'invalid'; error: z.ZodError }>;
}

/** A call whose input its tool has accepted. */
export interface BuilderCall {
  tool: BuilderTool;
  input: unknown;
  /** The decision of the tool's own guard. */
  judge: (words: TurnWords, blueprint: Blueprint) => Verdict;
  run: (use: ToolUse) => Promise<unknown>;
}

/** Makes a tool of its parts; every one of them has to be decided. */
export function defineTool<const Name extends string, Input extends z.ZodType>(
  definition: BuilderToolParts<Name, Input>,
): BuilderTool<Name> {
  const { name, effect, words, subject, description, input, guard, run } = definition;
  const tool: BuilderTool<Name> = {
    name,
    effect,
    words,
    subject,
    description,
    input,
    isUntrusted: definition.isUntrusted === true,
    takesForeignText: definition.takesForeignText === true,
    accept(given) {
      const parsed = input.safeParse(given);
      if (!parsed.success) return fail({ reason: 'invalid', error: parsed.error });
      const { data } = parsed;
      return succeed({
        tool,
        input: data,
        judge: (said, blueprint) => (guard === 'none' ? ALLOW : guard(said, data, blueprint)),
        run: (use) => run(data, use),
      });
    },
  };
  return tool;
}
