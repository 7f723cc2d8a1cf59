import type { RouterContextProvider } from 'react-router';

import { appContext } from '#app/platform/app-context.ts';

/** Whether lab pages are there: not where `LAB_PAGES` is off. */
export function isLabOpen(context: Readonly<RouterContextProvider>): boolean {
  return context.get(appContext).config.LAB_PAGES === 'on';
}
