import type { UIMessage } from 'ai';
import * as z from 'zod';

import { findPlaces, type NamedPlace } from './find-places.ts';
import { listAsked } from './list-asked.ts';
import { splitPasted } from './split-pasted.ts';

/** Offers of a question of the model: its own words, which become a message with a click. */
const Question = z.object({
  choices: z.array(z.string()).catch([]),
  default: z.string().optional().catch(undefined),
});

/**
 * Who has named what in a conversation: the person in their own words, a text that they handed over, or
 * nobody. What tools tell, and what the model says, names nothing, even where the person picks it.
 */
export class TurnTrust {
  readonly #handed: string;
  readonly #asked: Named;
  readonly #documented = new Set<string>();
  readonly #texts = new Set<string>();
  #found: Named | null = null;

  /**
   * @param messages The branch up to the message that the turn answers.
   * @param attachments Texts of attached documents.
   */
  constructor(messages: readonly UIMessage[], attachments: Iterable<string> = []) {
    const texts = listWritten(messages).map(splitPasted);
    this.#asked = new Named(texts.flatMap(({ said }) => listAsked(said)));
    this.#handed = [...texts.map(({ pasted }) => pasted), ...attachments].join('\n');
  }

  /** Whose text names a host. The person's own words count where they do not forbid it. */
  namedBy(host: string): 'person' | 'document' | null {
    if (this.#asked.hosts.has(host)) return 'person';
    if (this.#documented.has(host) || this.#inDocuments.hosts.has(host)) return 'document';
    return null;
  }

  /** Whether the person gave this address, or named its host while nothing can be told by its path. */
  hasGiven(address: string): boolean {
    const url = URL.parse(address);
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (this.#asked.has(url) || this.#inDocuments.has(url)) return true;
    return url.search === '' && url.hash === '' && this.#asked.hasOrigin(url);
  }

  /** Whether a text is one that the person handed over. */
  hasHanded(text: string): boolean {
    return text.trim() !== '' && squeeze(this.#handed).includes(squeeze(text));
  }

  /** A document that was handed over names these hosts. */
  addDocumented(hosts: Iterable<string>): void {
    for (const host of hosts) this.#documented.add(host);
  }

  /** A document that was handed over brings these tools, with their texts. */
  addTools(tools: readonly Texts[]): void {
    for (const tool of tools) this.#texts.add(textsOf(tool));
  }

  /** Whether a tool is described as a document that was handed over describes it. */
  isDocumented(tool: Texts): boolean {
    return this.#texts.has(textsOf(tool));
  }

  get #inDocuments(): Named {
    this.#found ??= new Named(findPlaces(this.#handed));
    return this.#found;
  }
}

/** Texts of a tool that models read. */
type Texts = { name: string; title?: string | undefined; description?: string | undefined };

function textsOf({ name, title, description }: Texts): string {
  return JSON.stringify([name, title, description]);
}

/** Addresses and hosts that are named, as they are requested. */
class Named {
  readonly hosts: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  constructor(places: readonly NamedPlace[]) {
    this.hosts = new Set(places.map(({ url }) => url.host));
    this.#places = new Set(places.map(({ url, isBare }) => withoutScheme(url, isBare)));
    this.#origins = new Set(places.map(({ url, isBare }) => (isBare ? url.host : url.origin)));
  }

  has(url: URL): boolean {
    return this.#places.has(url.href) || this.#places.has(withoutScheme(url, true));
  }

  hasOrigin({ origin, host }: URL): boolean {
    return host !== '' && (this.#origins.has(origin) || this.#origins.has(host));
  }
}

function withoutScheme({ href, protocol }: URL, isBare: boolean): string {
  return isBare ? href.slice(protocol.length) : href;
}

/** Texts of the person's messages; not those that a question of the model offered to send. */
function listWritten(messages: readonly UIMessage[]): string[] {
  const offered = new Set<string>();
  return messages.flatMap(({ role, parts }) => {
    if (role === 'user') {
      return parts.flatMap((part) =>
        part.type === 'text' && !offered.has(squeeze(part.text)) ? [part.text] : [],
      );
    }
    for (const part of parts) {
      const question = part.type === 'tool-ask_user' && 'input' in part ? part.input : null;
      const { data } = Question.safeParse(question);
      for (const text of [...(data?.choices ?? []), data?.default ?? ''])
        offered.add(squeeze(text));
    }
    return [];
  });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
