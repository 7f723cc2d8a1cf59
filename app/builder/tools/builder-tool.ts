import type * as z from 'zod';

import type { Workspace } from './workspace.ts';

/** Context of a tool's call. */
export interface ToolUse {
  workspace: Workspace;
  signal: AbortSignal;
  /** Tells the person how far the work is. */
  onProgress: (progress: { step: string; done?: number; total?: number }) => void;
}

/** A tool that the builder's model may call. */
export interface BuilderTool<Input extends z.ZodType = z.ZodType> {
  name: string;
  /** Description for the model. */
  description: string;
  input: Input;
  /** Whether its answer holds text of strangers: data for the model, never instructions. */
  isUntrusted?: boolean;
  run: (input: z.infer<Input>, use: ToolUse) => Promise<unknown>;
}

/** Keeps the type of a tool's input. */
export function defineTool<Input extends z.ZodType>(tool: BuilderTool<Input>): BuilderTool<Input> {
  return tool;
}
