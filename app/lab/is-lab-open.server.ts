import type { RouterContextProvider } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';
import { usesDevelopmentKey } from '#app/platform/config.ts';

/** Whether lab pages are there: where `LAB_PAGES` is on, and by default on a developer's machine. */
export function isLabOpen(context: Readonly<RouterContextProvider>): boolean {
  const { config } = context.get(appContext);
  return config.LAB_PAGES === 'auto' ? usesDevelopmentKey(config) : config.LAB_PAGES === 'on';
}
