import type { Operation } from '#app/management/operation.server.ts';

import { CALL_OPERATIONS } from './call-operations.server.ts';
import { ENDPOINT_OPERATIONS } from './endpoint-operations.server.ts';
import { PROJECT_OPERATIONS } from './project-operations.server.ts';
import { SECRET_OPERATIONS } from './secret-operations.server.ts';
import { VERSION_OPERATIONS } from './version-operations.server.ts';

/** Every operation of the management API, in the order of its document. */
export const OPERATIONS: readonly Operation[] = [
  ...PROJECT_OPERATIONS,
  ...VERSION_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...SECRET_OPERATIONS,
  ...CALL_OPERATIONS,
];
