/** Types of problems that a page does something about. */
export const VERSION_CONFLICT_TYPE = 'urn:mcp-builder:version-conflict';
/** The caller is a member of the account, with fewer rights than this needs. */
export const ROLE_REQUIRED_TYPE = 'urn:mcp-builder:role-required';
export const ENDPOINT_LIVE_TYPE = 'urn:mcp-builder:endpoint-live';
/** The tests of a version have to be run before it is published. */
export const TESTS_NOT_RUN_TYPE = 'urn:mcp-builder:tests-not-run';
export const TESTS_FAILED_TYPE = 'urn:mcp-builder:tests-failed';
