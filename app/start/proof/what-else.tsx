import type { ReactNode } from 'react';

interface Part {
  title: string;
  text: ReactNode;
}

/** The rest of the product, each part with its page of the documentation. */
const PARTS: readonly Part[] = [
  {
    title: 'Imports',
    text: (
      <>
        <To href="/docs/openapi">OpenAPI</To> 2.0 to 3.2, <To href="/docs/postman">Postman</To>{' '}
        collections, <To href="/docs/curl">cURL commands</To>,{' '}
        <To href="/docs/words">plain words</To>, and the tools of an{' '}
        <To href="/docs/mcp-servers">MCP server</To> that exists. A document that is imported again
        shows what has changed, and keeps what you edited.
      </>
    ),
  },
  {
    title: 'Endpoint',
    text: (
      <>
        A version gets an <To href="/docs/endpoint">address</To> that every MCP client can call.
        Callers have an API key or sign in with <To href="/docs/oauth">OAuth</To>; you see their
        calls, publish to a share of them, and go back to an earlier version.
      </>
    ),
  },
  {
    title: 'Secrets',
    text: (
      <>
        Credentials of APIs are stored encrypted and are added on the way out.{' '}
        <To href="/docs/secrets">Generated code never sees them</To>, and neither does a model.
      </>
    ),
  },
  {
    title: 'Download',
    text: (
      <>
        The files that answer here are the files that you{' '}
        <To href="/docs/self-hosting">download</To>: TypeScript with its tests, for Node, Docker or
        Cloudflare Workers, and without a package of ours.
      </>
    ),
  },
  {
    title: 'GitHub',
    text: (
      <>
        Versions go to a <To href="/docs/github">repository</To> as commits or pull requests. Edits
        that are made there come back as changes that you accept, and a merge can publish.
      </>
    ),
  },
  {
    title: 'Teams and tools',
    text: (
      <>
        A <To href="/pricing">team</To> has projects, keys and members of its own. A{' '}
        <To href="/client">client</To> tests any MCP server, and{' '}
        <To href="/docs/coding-agents">coding agents</To> build here over MCP themselves.
      </>
    ),
  },
];

/** The rest that it does, in a few sentences, with links into the documentation. */
export function WhatElse() {
  return (
    <section aria-labelledby="what-else" className="border-t pt-8">
      <h2 id="what-else" className="text-lg">
        From the first import to a server in production
      </h2>
      <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {PARTS.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 max-w-prose text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-blue underline underline-offset-2 hover:text-blue-strong">
      {children}
    </a>
  );
}
