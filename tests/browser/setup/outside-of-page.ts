import path from 'node:path';

import type { BrowserContext, ConsoleMessage, Route } from '@playwright/test';

/** The script that the SDK's popup and redirect need, in the page and in the emulator's frame. */
const GAPI = 'https://apis.google.com/js/api.js';
const GAPI_STAND_IN = path.resolve('tests/fakes/gapi.js');

/** Pictures of GitHub's users. */
const PICTURES = 'https://avatars.githubusercontent.com/**';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** What the emulator's sign-in page would like to have; it works without. */
const WISHES_OF_EMULATOR = /^https:\/\/(unpkg\.com|fonts\.(googleapis|gstatic)\.com)\//;

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

function askingOrigin(route: Route): string {
  try {
    return originOf(route.request().frame().url());
  } catch {
    // A popup's first request belongs to no frame yet.
    return '';
  }
}

/**
 * Keeps a browser from every host but ours, the emulator, and the stand-ins for Google's script and GitHub's pictures;
 * whatever else it asks for is aborted and reported. The last route wins.
 */
export async function closeOutside(
  context: BrowserContext,
  { ours, emulator, report }: { ours: string[]; emulator: string; report: (what: string) => void },
): Promise<void> {
  // Servers of a test, and the origin of MCP Apps, are at this machine's number.
  const isOutside = ({ protocol, origin, hostname }: URL) =>
    /^(https?|wss?):$/.test(protocol) &&
    !ours.includes(origin) &&
    origin !== emulator &&
    hostname !== '127.0.0.1';
  await context.route(isOutside, (route) => {
    const url = route.request().url();
    const isWish = WISHES_OF_EMULATOR.test(url) && askingOrigin(route) === emulator;
    if (!isWish) report(`request to another host: ${url}`);
    return route.abort();
  });
  await context.route(PICTURES, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await context.route(`${GAPI}*`, (route) =>
    route.fulfill({ contentType: 'text/javascript', path: GAPI_STAND_IN }),
  );
}

/** Whether the emulator's own pages wrote a message: about what they did not get. */
export function isOfEmulator(message: ConsoleMessage, emulator: string): boolean {
  const place = message.location().url;
  const writer = originOf(message.page()?.url() ?? '');
  return (originOf(place) === emulator && /\/emulator\//.test(place)) || writer === emulator;
}
