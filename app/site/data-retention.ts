import type { KeptThing } from './kept-table.tsx';

/** Personal data that the server keeps. Each line follows from a table, a store or a log. */
export const KEPT_BY_THE_SERVER: readonly KeptThing[] = [
  {
    what: 'Your sign-in account: user id, email, name, address of your picture, how you sign in, when you first and last did, and your password in a form that cannot be read back',
    where: 'Firebase Authentication (Google)',
    until: 'You delete the account',
  },
  {
    what: 'A copy of user id, email, name, picture address, way of signing in and whether your address is verified; your personal account and its memberships',
    where: 'Database (Cloudflare D1)',
    until: 'You delete the account',
  },
  {
    what: 'Sessions: browser and system in words, when you signed in and were last seen, and a hash of the session cookie',
    where: 'Database (Cloudflare D1)',
    until: '7 days without use, 30 days at most, or when you end it',
  },
  {
    what: 'Ended sign-ins: user id and time, so that a token of an ended session is refused',
    where: 'Database (Cloudflare D1)',
    until: '31 days',
  },
  {
    what: 'Drafts: the documents you imported, the server made of them, its files',
    where: 'Durable Objects, D1 and R2 (Cloudflare)',
    until: 'Guests: 7 days after the last change. Signed in: until you delete the account',
  },
  {
    what: 'The conversation of each draft: what you wrote and attached, what the builder answered and did, and earlier states of the server to go back to',
    where: 'Durable Objects, D1 and R2 (Cloudflare)',
    until: 'With their draft; a deleted chat can be restored for a day',
  },
  {
    what: 'Projects: their names, the versions you saved with your words about them, and what their endpoints served',
    where: 'Durable Objects, D1 and R2 (Cloudflare)',
    until:
      'You delete the account, or a day after you delete the project; its address is remembered for 90 days',
  },
  {
    what: 'Saved tests of projects: the arguments and what you expect; of each version the last results, and the beginning of an answer that was not as expected, without credentials',
    where: 'Database (Cloudflare D1)',
    until: 'You remove the test or delete its project',
  },
  {
    what: 'Calls of each endpoint: tool, key or app, version, time, sizes, how they ended and why they failed; the arguments, with credentials removed, only if you turn that on; never the responses; also counts by hour',
    where: 'Durable Objects, and R2 after some time (Cloudflare)',
    until:
      'As long as your plan keeps its log (the last thousand calls of an idle project may stay longer), or until you delete the project',
  },
  {
    what: 'Your API keys: name, last four characters, a hash, the projects they may call, when they were created and last used',
    where: 'Database (Cloudflare D1)',
    until: 'You delete the account',
  },
  {
    what: 'How many turns of the builder you had on a day: under your account, your guest number, or a hash of your network address',
    where: 'Database (Cloudflare D1)',
    until: 'The next day, at the next cleanup',
  },
  {
    what: 'Teams: their members with roles, and invitations with the email address that they were made for; members see name and email address of each other',
    where: 'Database (Cloudflare D1)',
    until: 'You leave the team, or it is deleted; an invitation can be accepted for 7 days',
  },
  {
    what: 'Apps that you let call an endpoint or the builder: their name and address, what you allowed and when; of tokens only hashes',
    where: 'Key-value store (Cloudflare KV)',
    until: 'You end it, 30 days after you allowed it, or you delete the account',
  },
  {
    what: 'Reports of the client’s checks that you gave a link: the server’s address, its tools and what was found; whoever has the link can read them',
    where: 'Database (Cloudflare D1)',
    until: '90 days, you remove it, or you delete the account',
  },
  {
    what: 'Your own keys of model providers, sealed with AES-256-GCM together with the origin they may go to, and beside them the name, address, model and last four characters',
    where: 'Database (Cloudflare D1)',
    until: 'You remove them, or delete the account',
  },
  {
    what: 'Secrets you entered, and the permissions of APIs that you connected, sealed with AES-256-GCM together with the origins they may go to',
    where: 'Database (Cloudflare D1)',
    until: 'You remove them, or their draft or project is deleted',
  },
  {
    what: 'Your own credentials for endpoints of other people, sealed with AES-256-GCM together with the origins they may go to',
    where: 'Database (Cloudflare D1)',
    until: 'You remove them, you delete the account, or a day after the project is deleted',
  },
  {
    what: 'The GitHub account that you connected: number, login, name, address of its picture, and its tokens, sealed with AES-256-GCM; a sign-in on GitHub that you began',
    where: 'Database (Cloudflare D1)',
    until:
      'You disconnect it, or delete the account; an unfinished sign-in 10 minutes, and then at the next cleanup',
  },
  {
    what: 'The repository of each project that you linked: its name, branch and last commit that we know of, and your pushes with their commits, pull requests and checks',
    where: 'Database (Cloudflare D1)',
    until: 'You unlink it, or a day after the project is deleted',
  },
  {
    what: 'Servers that you save in your account to test them: name, address, settings and names of headers; never a value of a header or a token',
    where: 'Database (Cloudflare D1)',
    until: 'You remove them, or delete the account',
  },
  {
    what: 'Your plan and your subscription, your number at Stripe, and which events Stripe told us; in the cache whether it is active, under a hash of your user id; never a card',
    where: 'Database (D1) and cache (KV)',
    until: 'You delete the account; events after 90 days; in the cache 24 hours',
  },
  {
    what: 'Logs: time, request id, what happened, errors. Credentials are blanked before a line is written; your network address is in it only when you went over a limit',
    where: 'Cloudflare Workers Logs',
    until: 'A few days, as Cloudflare keeps them',
  },
];

/** Data kept in the browser; the names are those that its developer tools show. */
export const KEPT_BY_THE_BROWSER: readonly KeptThing[] = [
  {
    name: '__Host-session',
    what: 'Identifies your session: a random number that scripts cannot read',
    where: 'Cookie, needed',
    until: '30 days at most, or sign-out',
  },
  {
    name: '__Host-ticket',
    what: 'Lets pages greet you by name while the database is unavailable; signed, and grants no access',
    where: 'Cookie, needed',
    until: '65 minutes, or sign-out',
  },
  {
    name: '__Host-guest',
    what: 'Lets you find the drafts that you made without an account',
    where: 'Cookie, needed',
    until: '30 days after the last renewal',
  },
  {
    name: '__Host-connect',
    what: 'Makes sure that an API is connected in the browser in which you began to connect it',
    where: 'Cookie, needed',
    until: '10 minutes, or when it is connected',
  },
  {
    name: '__Host-message',
    what: 'Points to a message that the next page shows once',
    where: 'Cookie, needed',
    until: '2 minutes',
  },
  {
    name: 'theme',
    what: 'Your choice of light or dark',
    where: 'Cookie, on your choice',
    until: '1 year',
  },
  {
    name: 'chat-width',
    what: 'How wide you made the chat',
    where: 'Cookie, on your choice',
    until: '1 year',
  },
  {
    name: 'recent-chats',
    what: 'Whether the list of your chats is open beside the builder',
    where: 'Cookie, on your choice',
    until: '1 year',
  },
  {
    name: 'analytics',
    what: 'Whether you agreed to be counted',
    where: 'Cookie, on your choice',
    until: '6 months',
  },
  {
    name: 'firebaseLocalStorageDb',
    what: 'Your sign-in as Firebase keeps it: profile and tokens',
    where: 'IndexedDB, needed',
    until: 'Sign-out',
  },
  {
    name: 'auth_return_url',
    what: 'The page to come back to after signing in',
    where: 'Local storage, needed',
    until: 'The next sign-in',
  },
  {
    name: 'composer-text, composer-long-text, chat-text:…, autopilot-goal and the like',
    what: 'What you typed and have not sent yet',
    where: 'Session storage, needed',
    until: 'You send it, or close the tab',
  },
  {
    name: 'first-message:…, first-files:…',
    what: 'Your first words to the builder, and the names of files that go with them, on their way to the new chat',
    where: 'Session storage, needed',
    until: 'The chat is open, or you close the tab',
  },
  {
    name: 'connected-model',
    what: 'A model that you connected without an account: its name, and your key sealed so that only our server can open it, for your guest cookie alone',
    where: 'Session storage, on your choice',
    until: 'You forget it, sign in or close the tab; it expires after 12 hours',
  },
  {
    name: 'start-model',
    what: 'The model that you chose on the start page',
    where: 'Session storage, on your choice',
    until: 'You close the tab',
  },
  {
    name: 'mcp-client.servers, mcp-client.secrets, mcp-client.oauth, mcp-client.calls, tester-eval-file',
    what: 'Servers that you test, the calls and evals that you saved for them; values of headers, tokens and client secrets only where you said so',
    where: 'Local storage, on your choice',
    until: 'You remove the server',
  },
  {
    name: 'mcp-client.offered',
    what: 'The token of a server on its way from its page to the MCP client',
    where: 'Session storage, on your choice',
    until: 'The client is open, or you close the tab',
  },
  {
    name: 'auth_redirect',
    what: 'That you left for a full-page sign-in',
    where: 'Session storage, needed',
    until: 'You come back, or close the tab',
  },
  {
    name: 'ph_…_posthog',
    what: 'A random number and what PostHog was told about you',
    where: 'Local storage, with your consent',
    until: 'You withdraw your consent, or clear it',
  },
];
