/** Imports the MCP server of a repository; public ones need no connection. */
export function ImportSection(_props: { isConnected: boolean }) {
  return null;
}
