import type { ToolCases } from './tool-cases.ts';

/** Stands for the generated `tests/cases.ts` where the templates are type-checked. */
export const cases: { [tool: string]: ToolCases } = {};
