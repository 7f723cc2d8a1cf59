import type { PublicPage } from './public-pages.ts';

/** The site for agents that read it (llmstxt.org): what it is, how they use it, and its pages. */
export function toLlmsText(origin: string, pages: readonly PublicPage[]): string {
  const list = pages.map(
    ({ path, title, description }) => `- [${title}](${origin}${path}): ${description}`,
  );
  return `# MCP Builder

> Builds MCP servers from API documents, commands or a description: checked, versioned, hosted behind keys or OAuth, and downloadable as a project that runs anywhere.

An agent can build servers here itself: connect to the MCP server at ${origin}/mcp, with OAuth or with an API key that may manage (${origin}/api-keys). Scripts use the management API, described at ${origin}/api/v1/openapi.json.

## Pages

${list.join('\n')}
`;
}
