import type { Page } from '@playwright/test';

import { untilAlive } from '../page-test.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

/** Texts that differ from run to run, and what a picture shows in their place; the first that fits counts. */
const VOLATILE: readonly [pattern: string, shown: string][] = [
  ['(localhost|127\\.0\\.0\\.1):\\d+', '$1:5173'],
  ['\\b\\d{4}-\\d\\d-\\d\\d \\d{1,2}:\\d\\d\\b', '2026-01-02 15:04'],
  ['\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\\b', 'Fri'],
  ['\\b[\\d,]+ of 3,000\\b', '0 of 3,000'],
  ['\\b[\\d,]+ left, resets each minute', '3,000 left, resets each minute'],
  ['\\bmcpb_live_…\\w{4}', 'mcpb_live_…Ab12'],
  ['\\bmcpb_live_[A-Za-z0-9]{20,}', `mcpb_live_${'Ab1Cd2'.repeat(8)}`],
  ['\\b[A-Z0-9]{8}-\\d{4}\\b', 'A1B2C3D4-0001'],
  ['\\b1[78]\\d{8}\\b', '1767366245'],
  ['\\b[\\d,]+ of 500,000\\b', '499,625 of 500,000'],
  ['\\b\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z', '2026-01-02T15:04:05.000Z'],
  [`\\b${MONTH} \\d{1,2}, \\d{4}, \\d{1,2}:\\d\\d\\s[AP]M( UTC)?`, 'Jan 2, 2026, 3:04 PM'],
  [`\\b${MONTH} \\d{1,2}, \\d{4}`, 'Jan 2, 2026'],
  [`\\b\\d{1,2} ${MONTH} \\d{4}`, '2 Jan 2026'],
  ['(?<![\\w.:-])\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?(?:\\s[AP]M)?(?!\\d)', '3:04 PM'],
  ['\\bjust now\\b|\\b\\d+ (?:second|minute)s? ago\\b', 'just now'],
  ['\\bin \\d+ (?:minutes?|hours?|days?|weeks?|months?)\\b', 'in 3 days'],
  ['\\b\\d[\\d.,]* ?(ms|s)\\b', '12 $1'],
  ['\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b', '00000000-0000-0000-0000-000000000000'],
];

/** Random names have letters of both cases and digits; commits have digits and letters up to f. */
const RANDOM_NAMES: readonly [pattern: string, shown: string][] = [
  ['[\\w-]{22}', 'Aa0000000000000000000z'],
  ['[A-Za-z0-9]{28}', 'Aa0000000000000000000000000z'],
  ['[0-9a-f]{7}', '0a1b2c3'],
];

/** Waits until a page has all that it will show: fonts, scripts, data, and no spinner. */
export async function untilSteady(page: Page): Promise<void> {
  await untilAlive(page);
  await page.waitForFunction(
    () => !document.querySelector('[class*="animate-[spin"], [aria-busy="true"]'),
  );
  await untilCalm(page);
}

/** Waits for fonts, takes the focus away, and scrolls windows to their top; what is on its way may stay so. */
export async function untilCalm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A field that has the focus has a ring, which comes and goes with the window's.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const part of document.querySelectorAll('dialog[open] *')) part.scrollTop = 0;
  });
}

/** Puts fixed texts in the place of times, ports and random names. */
export async function settleTexts(page: Page): Promise<void> {
  await page.evaluate(
    ({ volatile, names }) => {
      const settle = (text: string): string => {
        let settled = text;
        for (const [pattern, shown] of volatile) {
          settled = settled.replace(new RegExp(pattern, 'g'), shown);
        }
        for (const [pattern, shown] of names) {
          const isRandom = (name: string) => /\d/.test(name) && /[a-z]/i.test(name);
          settled = settled.replace(new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'g'), (name) =>
            isRandom(name) ? shown : name,
          );
        }
        return settled;
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // React has a node of its own for each value in a sentence.
        if (node.previousSibling instanceof Text) continue;
        const run = [node];
        for (let next = node.nextSibling; next instanceof Text; next = next.nextSibling)
          run.push(next);
        const text = run.map(({ nodeValue }) => nodeValue ?? '').join('');
        const settled = settle(text);
        if (settled === text) continue;
        for (const [index, part] of run.entries()) part.nodeValue = index === 0 ? settled : '';
      }
      for (const field of document.querySelectorAll('input, textarea')) {
        const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
        if (isText && field.type !== 'file') {
          const settled = settle(field.value);
          if (settled !== field.value) field.value = settled;
        }
      }
    },
    { volatile: VOLATILE, names: RANDOM_NAMES },
  );
}
