import { useSearchParams } from 'react-router';

export const PROJECT_TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'tools', label: 'Tools' },
  { value: 'files', label: 'Files' },
  { value: 'versions', label: 'Versions' },
  { value: 'endpoint', label: 'Endpoint' },
  { value: 'secrets', label: 'Secrets' },
  { value: 'tests', label: 'Tests' },
  { value: 'logs', label: 'Logs' },
  { value: 'github', label: 'GitHub' },
  { value: 'settings', label: 'Settings' },
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number]['value'];

/** The tabs that show one version. */
const VERSION_TABS: readonly ProjectTab[] = ['tools', 'files'];

/** The open tab of a project, kept in the address so that each can be linked to. */
export function useProjectTab(): { tab: ProjectTab; open: (tab: ProjectTab) => void } {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = PROJECT_TABS.find(({ value }) => value === asked)?.value ?? 'overview';
  const version = params.get('version');
  const open = (next: ProjectTab) => {
    // The tools and the files are those of one version; the log has a version of its own.
    const isKept = version !== null && VERSION_TABS.includes(tab) && VERSION_TABS.includes(next);
    const query = { tab: next, ...(isKept ? { version } : {}) };
    setParams(query, { preventScrollReset: true });
  };
  return { tab, open };
}
