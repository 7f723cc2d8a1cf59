import type { ExpectedCall } from '../src/runtime/expectations/expectations.ts';

/** Placeholder for the generated `tests/saved-tests.ts` when the templates are type-checked. */
export const savedTests: ExpectedCall[] = [];
