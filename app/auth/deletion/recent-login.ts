/** Type of the problem that tells a page to ask for the password, or the popup, once more. */
export const RECENT_LOGIN_TYPE = 'urn:mcp-builder:requires-recent-login';
