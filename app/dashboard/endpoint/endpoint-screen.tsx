import { Globe, KeyRound, Lock } from 'lucide-react';
import { Link } from 'react-router';

import { storeCurrentUrl } from '#app/auth/return-url.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

import { Section } from '#app/dashboard/section.tsx';
import type { EndpointPage } from './endpoint-page.ts';
import { EndpointInstall } from './endpoint-install.tsx';
import { EndpointTools } from './endpoint-tools.tsx';

const WHO = {
  private: {
    Icon: Lock,
    label: 'Private',
    note: 'Open to members of the account that owns it, and to its API keys.',
  },
  keys: {
    Icon: KeyRound,
    label: 'Sign-in',
    note: 'Open to everyone who signs in, and to API keys of its owner.',
  },
  public: { Icon: Globe, label: 'Public', note: 'Open to everyone.' },
} as const;

type Shown = Extract<EndpointPage, { isHidden: false }>;

/** The page of an endpoint for people: its tools, and how clients are connected. */
export function EndpointScreen({ facts }: { facts: EndpointPage }) {
  return (
    <div className="mx-auto w-full max-w-3xl grow px-4 py-8 sm:px-6">
      {facts.isHidden ? <HiddenEndpoint /> : <ShownEndpoint facts={facts} />}
    </div>
  );
}

function HiddenEndpoint() {
  return (
    <>
      <h1 className="flex items-center gap-2 text-lg font-semibold">
        <Lock aria-hidden className="size-5" />
        Private
      </h1>
      <p className="mt-2 max-w-prose text-muted">
        This MCP server is private. If it belongs to your account, sign in to see it.
      </p>
      <Link
        to="/login"
        className={buttonClass('primary', 'mt-4')}
        onClick={() => void storeCurrentUrl()}
      >
        Sign in
      </Link>
    </>
  );
}

function ShownEndpoint({ facts }: { facts: Shown }) {
  const { slug, title, description, visibility, version, project } = facts;
  const { Icon, label, note } = WHO[visibility];
  const isPublic = visibility === 'public';
  const url = `${useOrigin()}/mcp/${slug}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        <Badge tone={isPublic ? 'pass' : 'plain'}>
          <Icon aria-hidden />
          {label}
        </Badge>
        <span className="text-sm text-muted tabular-nums">version {version}</span>
      </div>
      {description === null ? null : (
        <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line text-muted">
          {description}
        </p>
      )}
      <div className="mt-4 mb-8 flex items-center gap-2 rounded-panel border bg-raised py-1 pe-1 ps-3">
        <code className="min-w-0 grow py-1.5 wrap-anywhere">{url}</code>
        <CopyButton text={url} what="endpoint" />
      </div>
      <Section title="Connect a client" note={note}>
        <EndpointInstall name={slug} path={`/mcp/${slug}`} isPublic={isPublic} />
      </Section>
      <EndpointTools tools={facts.tools} more={facts.more} />
      {project === null ? null : (
        <Link to={`/projects/${project}`} className={buttonClass()}>
          Open the project
        </Link>
      )}
    </>
  );
}
