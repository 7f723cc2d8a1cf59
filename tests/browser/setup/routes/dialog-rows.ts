import { openDialog, untilText, type RouteRow } from './route-row.ts';

const ownChat = { route: 'chat/:id', as: 'owner' } as const;
const sharing = openDialog('Share', 'Share this chat');
const publishing = openDialog('Publish version 2', 'Publish version 2');

/** Dialogs, menus and questions that a screen opens. */
export const DIALOG_ROWS: readonly RouteRow[] = [
  {
    route: 'my-projects',
    name: 'account-menu',
    as: 'owner',
    async act(page) {
      await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
      await page.getByRole('link', { name: 'ID token' }).waitFor();
    },
    opened: (page) => page.locator('#user-menu'),
  },
  {
    route: 'my-projects',
    name: 'palette',
    as: 'owner',
    async act(page) {
      await page.keyboard.press('Control+k');
      // The servers come last.
      await page.getByRole('option', { name: 'Weather for the harbour' }).first().waitFor();
    },
    opened: (page) => page.getByRole('dialog', { name: 'Commands' }),
  },
  {
    route: 'my-projects',
    name: 'projects-new',
    as: 'owner',
    ...openDialog('New project', 'New project'),
  },
  {
    ...ownChat,
    name: 'chat-share',
    address: ({ chats }) => `/chat/${chats.talk}`,
    ...sharing,
    async act(page, world) {
      await sharing.act(page, world);
      await untilText('What others see')(page);
    },
  },
  {
    ...ownChat,
    name: 'chat-share-public',
    address: ({ chats }) => `/chat/${chats.talk}`,
    ...sharing,
    async act(page, world) {
      await sharing.act(page, world);
      await sharing.opened(page).getByRole('radio', { name: 'Public' }).click();
      await page.getByRole('region', { name: 'Make it public?' }).waitFor();
    },
  },
  {
    ...ownChat,
    name: 'chat-save',
    address: ({ chats }) => `/chat/${chats.talk}`,
    ...openDialog('Save', 'Save as a project'),
  },
  {
    ...ownChat,
    name: 'chat-import-again',
    address: ({ chats }) => `/chat/${chats.public}?import=again`,
    act: (page) => page.getByRole('dialog', { name: 'Import again' }).waitFor(),
    opened: (page) => page.getByRole('dialog', { name: 'Import again' }),
  },
  {
    route: 'projects/:projectId',
    name: 'project-publish',
    as: 'owner',
    address: ({ petstore }) => `/projects/${petstore}?tab=versions`,
    ...publishing,
    async act(page, world) {
      await publishing.act(page, world);
      await publishing.opened(page).getByText('find_pets').first().waitFor();
    },
  },
  {
    route: 'projects/:projectId',
    name: 'project-delete',
    as: 'owner',
    address: ({ petstore }) => `/projects/${petstore}?tab=settings`,
    async act(page) {
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('textbox', { name: /to confirm$/ }).fill('petstore-team');
    },
    opened: (page) => page.getByRole('region', { name: 'Delete', exact: true }),
  },
  {
    route: 'account',
    name: 'account-delete',
    as: 'owner',
    async act(page) {
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await page.getByRole('textbox', { name: /to confirm$/ }).waitFor();
    },
    opened: (page) => page.getByRole('region', { name: 'Delete account' }),
  },
  {
    route: 'api-keys',
    name: 'api-keys-new',
    as: 'owner',
    async act(page) {
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Chosen projects').click();
    },
  },
  {
    route: 'api-keys',
    name: 'api-keys-shown',
    as: 'editor',
    async act(page) {
      await page.getByRole('button', { name: 'Create key' }).click();
      const form = page.getByRole('form', { name: 'New key' });
      await form.getByRole('textbox', { name: 'Name' }).fill('Laptop');
      await form.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('heading', { name: 'Copy the key of Laptop now' }).waitFor();
      await page.getByRole('list', { name: 'Keys' }).waitFor();
    },
  },
  {
    route: 'subscription',
    name: 'subscription-cancel',
    as: 'owner',
    ...openDialog('Cancel subscription', 'Cancel Team'),
  },
];
