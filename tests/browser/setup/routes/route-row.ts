import type { Locator, Page } from '@playwright/test';

import type { Person, World } from '../world/seed-world.ts';

/** A route with its content, in one state; pictures of it are in `tests/browser/pictures`. */
export interface RouteRow {
  /** Its path in `app/routes.ts`; that of the start page is `/`. */
  route: string;
  /** Name of its pictures. */
  name: string;
  /** Absent: a visitor. */
  as?: Person;
  /** Absent: the route itself. */
  address?: string | ((world: World) => string);
  /** What is done before the address is opened. */
  before?: (page: Page) => Promise<void>;
  /** What is done on the page before it is looked at; waits for what has to be there. */
  act?: (page: Page, world: World) => Promise<void>;
  /** It has requests that do not end, such as one that `act` holds back: nobody waits for them. */
  staysBusy?: true;
  /** What `act` has opened, such as a dialog: pictures show the window with it, and all of it fits in there. */
  opened?: (page: Page) => Locator;
  /** Selector of the part that axe looks at, where a page repeats one thing many times; absent: all. */
  examined?: string;
  /** Parts that differ from run to run and are painted over. */
  masked?: (page: Page) => Locator[];
  /** Messages that the console may show, such as that of an answer 404. */
  allowed?: RegExp;
}

/** A route without a screen of its own: it answers a file, or leads elsewhere. */
export interface ScreenlessRoute {
  route: string;
  /** Why it has no screen. */
  because: string;
}

/** Waits for a text that can be seen. */
export const untilText =
  (text: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

/** Opens a dialog over the page by the button of such a name. */
export function openDialog(
  button: string,
  dialog: string,
): Required<Pick<RouteRow, 'act' | 'opened'>> {
  const opened = (page: Page) => page.getByRole('dialog', { name: dialog });
  return {
    async act(page) {
      await page
        .getByRole('button', { name: button, exact: true })
        .filter({ visible: true })
        .first()
        .click();
      await opened(page).waitFor();
    },
    opened,
  };
}
