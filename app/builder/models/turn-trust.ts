import type { UIMessage } from 'ai';

import { asksForHost, namesHost } from './names-host.ts';

import { splitPasted } from './split-pasted.ts';

/**
 * Who has named what in a conversation: the person in their own words, a text that they handed over, or
 * nobody. What tools tell, and what the model says, names nothing.
 */
export class TurnTrust {
  readonly #said: string;
  readonly #handed: string;
  readonly #documented = new Set<string>();

  /**
   * @param messages The branch up to the message that the turn answers.
   * @param attachments Texts of attached documents.
   */
  constructor(messages: readonly UIMessage[], attachments: Iterable<string> = []) {
    const texts = messages.flatMap(textsOf).map(splitPasted);
    this.#said = texts.map(({ said }) => said).join('\n');
    this.#handed = [...texts.map(({ pasted }) => pasted), ...attachments].join('\n').toLowerCase();
  }

  /** Whose text names a host. The person's own words count where they do not forbid it. */
  namedBy(host: string): 'person' | 'document' | null {
    if (asksForHost(this.#said, host)) return 'person';
    if (this.#documented.has(host) || namesHost(host)(this.#handed)) return 'document';
    return null;
  }

  /** Whether the person gave this address, or named its host while nothing can be told by its path. */
  hasGiven(url: string): boolean {
    if (this.#said.includes(url) || this.#handed.includes(url.toLowerCase())) return true;
    if (!URL.canParse(url)) return false;
    const { host, search, hash } = new URL(url);
    return host !== '' && search === '' && hash === '' && asksForHost(this.#said, host);
  }

  /** Whether a text is one that the person wrote or handed over. */
  hasHanded(text: string): boolean {
    return squeeze(`${this.#said}\n${this.#handed}`).includes(squeeze(text));
  }

  /** A document that was handed over names these hosts. */
  addDocumented(hosts: Iterable<string>): void {
    for (const host of hosts) this.#documented.add(host);
  }
}

function textsOf({ role, parts }: UIMessage): string[] {
  if (role !== 'user') return [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
