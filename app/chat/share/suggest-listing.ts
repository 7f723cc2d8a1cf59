import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import {
  MAX_LISTED_TITLE,
  MAX_SUMMARY,
  MAX_TAG,
  type ShowcaseListing,
} from '#app/drafts/publishing/showcase-listing.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';

import { toPlainLine, toTag } from './listing-draft.ts';

/** Tags that are suggested: more are the author's own. */
const SUGGESTED_TAGS = 3;
/** Hosts that stand for no API. */
const NO_API = /^(example|localhost|test|invalid|api)$/;

/** How a chat could be presented: under the name of its server, tagged by the APIs that it calls, without an author. */
export function suggestListing(title: string | null, blueprint: Blueprint): ShowcaseListing {
  const { identity, upstreams } = blueprint;
  const called = identity.title ?? identity.name;
  const isNamed = called !== BLANK_BLUEPRINT.identity.title;
  const [words = ''] = (identity.description ?? '').split('\n\n');
  const apis = upstreams.map(({ baseUrl }) => toTag(toApiName(baseUrl)));
  const tags = [...new Set(apis)].filter((tag) => tag !== '' && tag.length <= MAX_TAG);
  return {
    title: shorten((isNamed ? called : title) || 'A server without a name', MAX_LISTED_TITLE),
    summary: shorten(words, MAX_SUMMARY),
    tags: tags.slice(0, SUGGESTED_TAGS),
    author: null,
  };
}

/** `stripe` of `https://api.stripe.com/v1`; empty where the host names no API. */
function toApiName(baseUrl: string): string {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  if (/^[\d.]+$|:/.test(host)) return '';
  const labels = host.split('.').slice(0, -1);
  // `co` in `example.co.uk`.
  if (labels.length > 1 && /^(co|com|org|net|gov|ac)$/.test(labels.at(-1) ?? '')) labels.pop();
  const name = labels.at(-1) ?? '';
  return NO_API.test(name) ? '' : name;
}

function shorten(text: string, most: number): string {
  const line = toPlainLine(cutCredentials(text).text);
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`;
}
