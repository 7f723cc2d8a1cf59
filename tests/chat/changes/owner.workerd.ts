import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ChatAnswer } from '#app/chat/chat-view.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { scriptModels } from '../../builder/models/steer-models.ts';
import type { ModelLine } from '../../fakes/model-script.ts';
import { Browser, newUid } from '../../setup/browser.workerd.ts';
import { readChunks } from '../chat-visitor.ts';

/** A tool that reads things of a host. */
export const tool = (name: string, host: string) => ({
  call: 'upsert_tool',
  input: { name, request: { method: 'GET', url: `https://${host}/things/{id}` } },
});

/** A user whose model answers with these lines, one list for each request. */
export class Owner extends Browser {
  readonly key = `sk-own-${crypto.randomUUID()}`;
  id = '';
  #said = 0;

  async open(): Promise<this> {
    await this.signIn({ sub: newUid() });
    await this.script([[{ say: 'Ready.' }]]);
    await this.send('PUT', '/api/models/keys/openai-compatible', {
      model: 'gpt-own',
      value: this.key,
      label: 'Mine',
    });
    const created = await this.fetch('/api/chats', { method: 'POST' });
    ({ id: this.id } = await created.json());
    return this;
  }

  script(steps: ModelLine[][]): Promise<void> {
    return scriptModels(this.key, { answers: steps.map((lines) => ({ lines })) });
  }

  send(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(path, { method, headers, body: JSON.stringify(body) });
  }

  /** Says something, and gives the change sets that the answer ends with. */
  async say(text: string, ...steps: ModelLine[][]): Promise<ChangeSetView[]> {
    await this.script(steps);
    this.#said += 1;
    const message = { id: `m${this.#said}`, role: 'user', parts: [{ type: 'text', text }] };
    const turn = await this.send('POST', `/api/chats/${this.id}/turns`, { message });
    const chunks = await readChunks(turn);
    return chunks.flatMap((chunk) =>
      chunk['type'] === 'data-changes' ? [chunk['data'] as ChangeSetView] : [],
    );
  }

  async propose(...hosts: string[]): Promise<ChangeSetView> {
    const calls = hosts.map((host, index) => tool(`get_${index}`, host));
    const [set] = await this.say('Add what is useful', calls, [{ say: 'Waiting for you.' }]);
    if (!set) throw new Error('Nothing waits.');
    return set;
  }

  decide({ id, hash }: ChangeSetView, approve: string[], more: object = {}): Promise<Response> {
    return this.send('POST', `/api/chats/${this.id}/changes/${id}`, { hash, approve, ...more });
  }

  async tools(): Promise<string[]> {
    const view: DraftView = await (await this.fetch(`/api/drafts/${this.id}`)).json();
    return view.blueprint.tools.map(({ name }) => name);
  }

  /** The change sets as the conversation shows them. */
  async shown(): Promise<ChangeSetView[]> {
    const chat: ChatAnswer = await (await this.fetch(`/api/chats/${this.id}`)).json();
    return chat.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-changes' ? [part.data as ChangeSetView] : [])),
    );
  }
}

/** The ids of all items. */
export const allOf = ({ items }: ChangeSetView) => items.map(({ id }) => id);
