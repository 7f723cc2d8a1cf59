import * as z from 'zod/mini';

/** Where a draft's calls go: the mock upstream, or the real one for who presents its token. */
export const DraftEnvironment = z.enum(['mock', 'test']);
export type DraftEnvironment = z.infer<typeof DraftEnvironment>;
