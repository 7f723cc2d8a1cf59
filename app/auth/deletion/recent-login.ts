/** Type of the problem on which a page asks for the password, or opens the popup, once more. */
export const RECENT_LOGIN_TYPE = 'urn:mcp-builder:requires-recent-login';
