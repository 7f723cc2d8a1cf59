import type { Page } from '@playwright/test';

/** What the server answers while a store does not. */
export const AWAY = {
  status: 503,
  contentType: 'application/problem+json',
  headers: { 'retry-after': '5' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'This takes longer than it should at the moment. Try again in a few seconds.',
    requestId: '01KB2J7Q0M4X8Y3Z6W9V5T1S2R',
  }),
};

/** Keeps requests without an answer, as long as the page is open. */
export async function holdRequests(page: Page, ...patterns: string[]): Promise<void> {
  for (const pattern of patterns) await page.route(pattern, () => undefined);
}

/** Answers requests as the server does while a store is away. */
export async function refuseRequests(page: Page, ...patterns: string[]): Promise<void> {
  for (const pattern of patterns) await page.route(pattern, (route) => route.fulfill(AWAY));
}
