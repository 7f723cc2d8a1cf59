import { useSearchParams } from 'react-router';

export const PROJECT_TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'tools', label: 'Tools' },
  { value: 'versions', label: 'Versions' },
  { value: 'endpoint', label: 'Endpoint' },
  { value: 'secrets', label: 'Secrets' },
  { value: 'tests', label: 'Tests' },
  { value: 'logs', label: 'Logs' },
  { value: 'settings', label: 'Settings' },
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number]['value'];

/** The open tab of a project, kept in the address so that each can be linked to. */
export function useProjectTab(): { tab: ProjectTab; open: (tab: ProjectTab) => void } {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = PROJECT_TABS.find(({ value }) => value === asked)?.value ?? 'overview';
  return { tab, open: (next) => setParams({ tab: next }, { preventScrollReset: true }) };
}
