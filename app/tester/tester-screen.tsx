/** The MCP client: servers to connect to, and the tabs of the selected one. */
export function TesterScreen() {
  return (
    <div className="flex min-w-0 grow flex-col px-4 py-6 sm:px-6">
      <h1 className="text-lg">MCP client</h1>
    </div>
  );
}
