/** Types of problems that a page does something about. */
export const VERSION_CONFLICT_TYPE = 'urn:mcp-builder:version-conflict';
export const ENDPOINT_LIVE_TYPE = 'urn:mcp-builder:endpoint-live';
