import type { Blueprint } from '#app/blueprint/blueprint.ts';

import type { FixEdit } from './report.ts';
import { blueprintRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Names and titles that a server has before anybody named it. */
const UNNAMED = /^(?:new|my|an?|the|example|test|untitled|unnamed)?[-_ ]?(?:mcp[-_ ]?)?server$/i;
/** Parts of a host that say nothing about whose it is. */
const PLAIN_HOST_PARTS =
  /^(?:www|apis?|rest|v\d+|app|apps|gateway|service|services|dev|com?|net|org|io|gov|edu|ac|test|example|localhost|\d+)$/i;
/** Domains below which anybody may have a host: they say nothing about whose it is. */
const SHARED_DOMAINS =
  /(?:^|\.)(?:(?:github|gitlab|bitbucket|ngrok|appwrite)\.io|herokuapp\.com|(?:vercel|netlify|web|ngrok|ngrok-free|up\.railway|streamlit)\.app|(?:pages|workers|fly|deno|r2)\.dev|firebaseapp\.com|onrender\.com|appspot\.com|azurewebsites\.net|azure-api\.net|(?:glitch|repl)\.(?:me|co)|supabase\.co|surge\.sh|trycloudflare\.com)$/i;
/** Domains whose hosts have made-up names. */
const OPAQUE_DOMAINS =
  /\.(?:amazonaws\.com|cloudfront\.net|run\.app|cloudfunctions\.net|windows\.net|on\.aws|googleapis\.app)$/i;
const MAX_NAME = 48;

/** Whether the server has a name of its own: clients show it, and prefix its tools with it. */
export const serverNameRule: CheckRule = blueprintRule({
  id: 'ops.name',
  title: 'The server has a name of its own',
  weight: 3,
  fix: 'Name the server after what it is for: clients show the name, and tell servers apart by it.',
  judge: (blueprint) => {
    const { name, title = '' } = blueprint.identity;
    const isNamed = !UNNAMED.test(name);
    if (isNamed && !UNNAMED.test(title)) return { status: 'pass', text: `It is called ${name}.` };
    const what = isNamed ? `The title is still “${title}”.` : `The name is still ${name}.`;
    return { status: 'warn', text: what, edits: nameAfter(blueprint) };
  },
});

/** The name after the server's own title, else after the first API that it calls. */
function nameAfter({ identity, upstreams }: Blueprint): FixEdit[] {
  const { name, title = '' } = identity;
  const isTitled = title !== '' && !UNNAMED.test(title);
  const isNamed = !UNNAMED.test(name);
  const words = isTitled ? title : isNamed ? name : hostWords(upstreams[0]?.baseUrl);
  const slug = toSlug(words);
  if (slug === '' || UNNAMED.test(slug)) return [];
  return [
    {
      edit: 'setIdentity',
      ...(isNamed ? {} : { name: slug }),
      ...(isTitled ? {} : { title: toTitle(words) }),
    },
  ];
}

/** `github` of `https://api.github.com/v1`. */
function hostWords(baseUrl: string | undefined): string {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return '';
  const { hostname } = new URL(baseUrl);
  if (OPAQUE_DOMAINS.test(hostname)) return '';
  const own = hostname.replace(SHARED_DOMAINS, '');
  // The last part is the top-level domain, also where it is a word.
  const parts = own === hostname ? own.split('.').slice(0, -1) : own.split('.');
  const named = parts.filter((part) => !PLAIN_HOST_PARTS.test(part));
  return named.at(-1) ?? '';
}

function toSlug(words: string): string {
  const plain = words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, MAX_NAME);
}

function toTitle(words: string): string {
  const spaced = words.replaceAll(/[-_]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
