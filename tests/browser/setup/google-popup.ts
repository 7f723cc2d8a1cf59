import type { Page } from '@playwright/test';

/** An account at Google, as the emulator's sign-in page asks for it. */
export interface GooglePerson {
  email: string;
  name?: string;
}

/** Fills in the emulator's sign-in page with an account that Google did not know before. */
export async function addGoogleAccount(popup: Page, person: GooglePerson): Promise<void> {
  await popup.locator('#add-account-button').click();
  await popup.locator('#email-input').fill(person.email);
  if (person.name) await popup.locator('#display-name-input').fill(person.name);
  await popup.locator('#sign-in').click();
}

/** Picks an account that signed in before, by the name that the sign-in page shows. */
export async function pickGoogleAccount(popup: Page, name: string): Promise<void> {
  await popup.locator('.js-reuse-account', { hasText: name }).click();
}

/** Clicks what opens the popup, and gives the popup. */
export async function openPopup(page: Page, click: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), click()]);
  return popup;
}

/** Signs in through the popup of /login, which is open already. */
export async function signInByPopup(page: Page, person: GooglePerson): Promise<void> {
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await addGoogleAccount(await openPopup(page, () => button.click()), person);
}
