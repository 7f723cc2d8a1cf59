import * as z from 'zod/mini';

/** Groups of tools that a user lets an app call, the harmless one first. Names on the wire. */
export const ToolScope = z.enum(['tools:read', 'tools:write', 'tools:destructive']);
export type ToolScope = z.infer<typeof ToolScope>;

/** The hints of a tool that its group depends on (MCP, ToolAnnotations, with their defaults). */
interface ToolHints {
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
}

/** The group that a tool belongs to. What changes something is destructive unless it says otherwise. */
export function scopeOfTool({ readOnlyHint, destructiveHint }: ToolHints = {}): ToolScope {
  if (readOnlyHint === true) return 'tools:read';
  return destructiveHint === false ? 'tools:write' : 'tools:destructive';
}
