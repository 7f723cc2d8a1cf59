import { jsonRequest, requestJson } from '#app/api-client/api-request.ts';

import { LogSettings, NamedCallPage, UsageView } from './call-entry.ts';
import { FailureList, FixChat } from './failures/failure-view.ts';

/** Calls of a project's endpoint, newest first. */
export function getCalls(project: string, filter: Record<string, string>) {
  return requestJson(NamedCallPage, `${pathOf(project)}/calls?${new URLSearchParams(filter)}`);
}

/** Where calls are downloaded from. */
export function callsDownloadPath(
  project: string,
  format: 'ndjson' | 'csv',
  filter: Record<string, string>,
): string {
  return `${pathOf(project)}/calls/download?${new URLSearchParams({ ...filter, format })}`;
}

/** Calls that failed, by their causes. */
export function getFailures(project: string) {
  return requestJson(FailureList, `${pathOf(project)}/failures`);
}

/** Opens a chat whose server is the latest version, to fix a group of failed calls. */
export function postFixChat(project: string, group: string) {
  const path = `${pathOf(project)}/failures/${encodeURIComponent(group)}/draft`;
  return requestJson(FixChat, path, jsonRequest('POST', {}));
}

/** Settings of the log. */
export function getLogSettings(project: string) {
  return requestJson(LogSettings, `${pathOf(project)}/log`);
}

export function patchLogSettings(project: string, settings: LogSettings) {
  return requestJson(LogSettings, `${pathOf(project)}/log`, jsonRequest('PATCH', settings));
}

/** Usage of the last hours, of one tool if one is named, and what is left of the plan's. */
export function getUsage(project: string, query: { hours?: '24' | '168'; tool?: string } = {}) {
  return requestJson(UsageView, `${pathOf(project)}/usage?${new URLSearchParams(query)}`);
}

function pathOf(project: string): string {
  return `/api/projects/${encodeURIComponent(project)}`;
}
