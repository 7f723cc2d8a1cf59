/** A page that everybody may find. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
}

/** The pages of the site that are for everybody, as crawlers and agents are told of them. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: '/',
    title: 'Builder',
    description: 'Makes an MCP server of an API document, a few commands or a description.',
  },
  {
    path: '/client',
    title: 'MCP client',
    description:
      'Connects to any MCP server: calls, history, OAuth step by step, checks and evals.',
  },
  {
    path: '/showcase',
    title: 'Showcase',
    description: 'Servers that others have built and shared, and templates.',
  },
  { path: '/pricing', title: 'Pricing', description: 'Plans and what each of them allows.' },
  {
    path: '/mcp',
    title: 'Build from a coding agent',
    description: 'The builder as an MCP server: how a client is connected, and its tools.',
  },
  { path: '/blog', title: 'Blog', description: 'Articles for people who build MCP servers.' },
  {
    path: '/docs',
    title: 'Documentation',
    description: 'How servers are made, tested, published and run elsewhere.',
  },
  {
    path: '/docs/api',
    title: 'API reference',
    description: 'The management API: projects, versions, publishing, secrets and calls.',
  },
  { path: '/terms', title: 'Terms of Service', description: 'On what terms it may be used.' },
  { path: '/privacy', title: 'Privacy Policy', description: 'What is kept, where and how long.' },
];
