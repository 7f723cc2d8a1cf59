/** Our own type of problem: an operator has turned this off. */
export const SWITCHED_OFF_TYPE = 'urn:mcp-builder:switched-off';
