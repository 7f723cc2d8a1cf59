import { requestJson } from '#app/api-client/api-request.ts';

import { NamedCallPage, UsageView } from './call-entry.ts';

/** Calls of a project's endpoint, newest first. */
export function getCalls(project: string, filter: Record<string, string>) {
  return requestJson(NamedCallPage, `${pathOf(project)}/calls?${new URLSearchParams(filter)}`);
}

/** Usage of the last day, and what is left of the plan's. */
export function getUsage(project: string) {
  return requestJson(UsageView, `${pathOf(project)}/usage`);
}

function pathOf(project: string): string {
  return `/api/projects/${encodeURIComponent(project)}`;
}
