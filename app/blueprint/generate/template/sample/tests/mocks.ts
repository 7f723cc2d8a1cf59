import type { MockFixtures } from '../src/runtime/mock/mock-fixtures.ts';

/** Placeholder for the generated `tests/mocks.ts` when the templates are type-checked. */
export const mocks: MockFixtures = { answers: [], operations: [] };
