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

/** Whether a name or title says nothing about the server: "New server", "my-mcp-server". */
export function isUnnamed(text: string): boolean {
  return UNNAMED.test(text);
}

/** A server's name and title of words that say what it is for; null where they say nothing. */
export function nameAfterWords(words: string): { name: string; title: string } | null {
  const name = toSlug(words);
  return name === '' || isUnnamed(name) ? null : { name, title: toTitle(words) };
}

/** The name of whose API it is: `github` of `https://api.github.com/v1`; empty where the host does not tell. */
export function hostWords(baseUrl: string | undefined): string {
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
