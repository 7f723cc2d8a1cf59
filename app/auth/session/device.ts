/** The first that a user agent names counts: others claim to be Chrome or Safari as well. */
const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Browser and system in words, so that users can tell their own sessions apart: `Chrome on
 * Windows`.
 */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([, mark]) => mark.test(text))?.[0] ?? 'A browser';
  const system = SYSTEMS.find(([, mark]) => mark.test(text))?.[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}
