import { clsx } from 'clsx';
import { Suspense } from 'react';
import { Link, useRevalidator } from 'react-router';

import type { Role } from '#app/auth/role.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import { ProjectRole } from './for-role.tsx';
import { LiveBadge } from './live-badge.tsx';
import type { ProjectFacts } from './project-facts.ts';
import { OverviewTab } from './tabs/overview-tab.tsx';
import { PROJECT_TABS, useProjectTab, type ProjectTab } from './use-project-tab.ts';

const ToolsTab = lazyPart(
  async () => (await import('./tabs/version-tools-tab.tsx')).VersionToolsTab,
);
const FilesTab = lazyPart(
  async () => (await import('./tabs/version-files-tab.tsx')).VersionFilesTab,
);
const VersionsTab = lazyPart(async () => (await import('./tabs/versions-tab.tsx')).VersionsTab);
const EndpointTab = lazyPart(async () => (await import('./tabs/endpoint-tab.tsx')).EndpointTab);
const SecretsTab = lazyPart(async () => (await import('./tabs/secrets-tab.tsx')).SecretsTab);
const TestsTab = lazyPart(async () => (await import('./tabs/tests-tab.tsx')).TestsTab);
const LogsTab = lazyPart(async () => (await import('./tabs/logs-tab.tsx')).LogsTab);
const GithubTab = lazyPart(async () => (await import('./tabs/github-tab.tsx')).GithubTab);
const Notices = lazyPart(async () => (await import('./notices.tsx')).Notices);
const SettingsTab = lazyPart(async () => (await import('./tabs/settings-tab.tsx')).SettingsTab);

/** One project: what is served, its versions, secrets and calls. */
export function ProjectScreen(facts: ProjectFacts) {
  const { project } = facts;
  const { tab: asked, open } = useProjectTab();
  const tabs = tabsFor(facts.role);
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'overview';
  const team = facts.accounts.find(({ id, kind }) => id === facts.account && kind === 'team');
  const { revalidate } = useRevalidator();
  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-5 pb-2 max-md:order-first sm:px-6">
        <h1 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <bdi>{project.title}</bdi>
        </h1>
        {/* Said when it changes. */}
        <output className="flex">
          <LiveBadge published={project.published} />
        </output>
        {team ? (
          <Link
            to={`/my-projects?account=${team.id}`}
            className="text-sm text-muted hover:underline pointer-coarse:py-2"
          >
            <bdi>{team.name}</bdi>
          </Link>
        ) : null}
      </div>
      <Tabs label="Project" value={tab} tabs={tabs} onChange={open}>
        <div className={clsx('w-full px-4 py-6 sm:px-6', tab === 'files' || 'max-w-4xl')}>
          {facts.role === 'viewer' ? (
            <p className="mb-4 rounded-panel bg-sunken px-3 py-2 text-sm">
              Your role in this team is viewer: you see this project without its secrets, and change
              nothing.
            </p>
          ) : null}
          <Suspense>
            <Notices project={project.id} />
          </Suspense>
          <Suspense fallback={<Spinner className="p-6" />}>
            <ProjectRole value={facts.role}>
              <OpenTab tab={tab} facts={facts} onTab={open} onChanged={() => revalidate()} />
            </ProjectRole>
          </Suspense>
        </div>
      </Tabs>
      <Toaster />
    </div>
  );
}

/** The tabs that a role sees something on. */
function tabsFor(role: Role) {
  const isHidden = (tab: ProjectTab) => tab === 'secrets' || tab === 'settings';
  return PROJECT_TABS.filter(({ value }) => role !== 'viewer' || !isHidden(value));
}

interface OpenTabProps {
  tab: ProjectTab;
  facts: ProjectFacts;
  onTab: (tab: ProjectTab) => void;
  /** Something was changed: the facts are loaded anew. */
  onChanged: () => Promise<void>;
}

function OpenTab({ tab, facts, onTab, onChanged }: OpenTabProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab facts={facts} onTab={onTab} onChanged={onChanged} />;
    case 'tools':
      return <ToolsTab project={facts.project} />;
    case 'files':
      return <FilesTab project={facts.project} />;
    case 'versions':
      return <VersionsTab facts={facts} onChanged={onChanged} />;
    case 'endpoint':
      return <EndpointTab facts={facts} onChanged={onChanged} />;
    case 'secrets':
      return <SecretsTab project={facts.project} />;
    case 'tests':
      return <TestsTab facts={facts} />;
    case 'logs':
      return <LogsTab facts={facts} />;
    case 'github':
      return <GithubTab facts={facts} />;
    case 'settings':
      return <SettingsTab facts={facts} onChanged={onChanged} />;
  }
}
