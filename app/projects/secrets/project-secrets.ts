import * as z from 'zod/mini';

import { SecretStatus } from '#app/drafts/draft.ts';

/** The secrets of a project in one environment, as `GET /api/projects/:id/secrets` answers them. */
export const SecretStatusList = z.object({ secrets: z.array(SecretStatus) });
export type SecretStatusList = z.infer<typeof SecretStatusList>;
