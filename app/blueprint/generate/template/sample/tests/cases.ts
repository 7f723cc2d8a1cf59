import type { ToolCases } from './tool-cases.ts';

/** Placeholder for the generated `tests/cases.ts` when the templates are type-checked. */
export const cases: { [tool: string]: ToolCases } = {};
