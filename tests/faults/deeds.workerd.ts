import { env } from 'cloudflare:workers';
import { listDurableObjectIds, runDurableObjectAlarm } from 'cloudflare:test';

import type { ChatAnswer } from '#app/chat/chat-view.ts';

import { message, newChat } from '../chat/chat-visitor.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { upload } from '../setup/attach.ts';
import { Browser, makeToken, newUid } from '../setup/browser.workerd.ts';
import { Visitor } from '../setup/drafts.ts';

/** Something that a person does, which must be done once or not at all. */
export interface Deed {
  name: string;
  /** Statuses of a second time that say that it was done before. */
  known?: number[];
  /** Prepares it. */
  begin: () => Promise<Begun>;
}

export interface Begun {
  ask: () => Promise<Response>;
  /** How many times it was done; asked when all stores are well again. */
  count: () => Promise<number>;
}

/** A document with a title of its own, so that nothing of it is remembered by this isolate. */
export function document(title: string = crypto.randomUUID()): object {
  return { ...UPSTREAM_DOCUMENT, info: { title, version: '1.0.0' } };
}

/** A visitor with a server of their own. */
export async function openDraft() {
  const visitor = new Visitor();
  const draft = await visitor.submit(document());
  return { visitor, draft, path: `/api/drafts/${draft.id}`, chat: `/api/chats/${draft.id}` };
}

const rename = (title: string) => ({ edits: [{ edit: 'setIdentity', title }] });
const json = async <Answer>(answer: Promise<Response>): Promise<Answer> => (await answer).json();

/** Lets the objects that were made since do what they put off. */
async function runAlarms(before: readonly DurableObjectId[]): Promise<void> {
  const known = new Set(before.map(String));
  for (const id of await listDurableObjectIds(env.DRAFTS)) {
    if (!known.has(String(id))) await runDurableObjectAlarm(env.DRAFTS.get(id));
  }
}

async function countListed(sender: Visitor): Promise<number> {
  const { chats } = await json<{ chats: unknown[] }>(sender.fetch('/api/chats'));
  return chats.length;
}

export const importDocument: Deed = {
  name: 'a document is imported',
  async begin() {
    const visitor = new Visitor();
    await visitor.fetch('/api/chats', { method: 'POST' });
    const before = await listDurableObjectIds(env.DRAFTS);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = JSON.stringify(document());
    return {
      ask: () => visitor.fetch('/api/drafts', { method: 'POST', body, headers }),
      count: () => runAlarms(before).then(() => countListed(visitor)),
    };
  },
};

export const edit: Deed = {
  name: 'a server is edited',
  known: [412],
  async begin() {
    const { visitor, path, chat } = await openDraft();
    return {
      ask: () => visitor.json('PATCH', path, rename('Edited'), { 'if-match': '"1"' }),
      count: async () => {
        const view = await json<ChatAnswer>(visitor.fetch(chat));
        const made = view.points.filter(({ by }) => by === 'screen').length;
        const isEdited = view.draft.blueprint.identity.title === 'Edited';
        // The draft and its restore points must not tell different stories.
        if (isEdited !== made > 0) throw new Error(`${made} points of what is ${isEdited}`);
        return made;
      },
    };
  },
};

export const call: Deed = {
  name: 'a tool is called',
  async begin() {
    const { visitor, draft } = await openDraft();
    const ask = () =>
      visitor.json(
        'POST',
        draft.endpoint,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'page', arguments: {} } },
        {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${draft.token}`,
          'mcp-protocol-version': '2025-11-25',
        },
      );
    const count = async () => Number((await (await ask()).text()).includes('mocked'));
    return { ask, count };
  },
};

export const say: Deed = {
  name: 'a message is sent',
  known: [409],
  async begin() {
    const visitor = new Visitor();
    const id = await newChat(visitor);
    const said = message('said', 'GET https://upstream.example.net/v1/echo');
    return {
      ask: () => visitor.json('POST', `/api/chats/${id}/turns`, said),
      count: async () => {
        const view = await json<ChatAnswer>(visitor.fetch(`/api/chats/${id}`));
        const [questions, answers] = ['user', 'assistant'].map((role) =>
          view.messages.filter((each) => each.role === role),
        );
        if (view.isRunning) throw new Error('The turn has no end.');
        if (questions?.length !== answers?.length) throw new Error('A message has no answer.');
        return questions?.length ?? 0;
      },
    };
  },
};

export const fork: Deed = {
  name: 'a chat is forked',
  async begin() {
    const { visitor, chat } = await openDraft();
    const before = await listDurableObjectIds(env.DRAFTS);
    return {
      ask: () => visitor.json('POST', `${chat}/fork`, {}),
      count: () => runAlarms(before).then(async () => (await countListed(visitor)) - 1),
    };
  },
};

export const share: Deed = {
  name: 'a chat is shared',
  async begin() {
    const { visitor, chat } = await openDraft();
    return {
      ask: () => visitor.json('PATCH', chat, { visibility: 'unlisted' }),
      count: async () => {
        const shown = await json<ChatAnswer>(new Visitor().fetch(chat));
        return Number(shown.visibility === 'unlisted');
      },
    };
  },
};

export const restore: Deed = {
  name: 'a restore point is restored',
  async begin() {
    const { visitor, path, chat } = await openDraft();
    await visitor.json('PATCH', path, rename('Edited'), { 'if-match': '"1"' });
    return {
      ask: () => visitor.json('POST', `${chat}/points/1/restore`, {}),
      count: async () => {
        const view = await json<ChatAnswer>(visitor.fetch(chat));
        const isRestored = view.draft.blueprint.identity.title !== 'Edited';
        const made = view.points.filter(({ by }) => by === 'restore').length;
        if (isRestored !== made > 0) throw new Error(`${made} points of what is ${isRestored}`);
        return made;
      },
    };
  },
};

export const remove: Deed = {
  name: 'a chat is deleted',
  known: [404],
  async begin() {
    const { visitor, chat } = await openDraft();
    return {
      ask: () => visitor.fetch(chat, { method: 'DELETE' }),
      count: async () => Number((await visitor.fetch(chat)).status === 404),
    };
  },
};

export const takeBack: Deed = {
  name: 'a deleted chat is taken back',
  known: [404],
  async begin() {
    const { visitor, chat } = await openDraft();
    await visitor.fetch(chat, { method: 'DELETE' });
    return {
      ask: () => visitor.fetch(`${chat}/undelete`, { method: 'POST' }),
      count: async () => Number((await visitor.fetch(chat)).status === 200),
    };
  },
};

export const setSecret: Deed = {
  name: 'a secret is set',
  async begin() {
    const { visitor, draft, path } = await openDraft();
    const [secret] = draft.secrets;
    return {
      ask: () => visitor.json('PUT', `${path}/secrets/${secret?.name}`, { value: 'open sesame' }),
      count: async () => {
        const { secrets } = await json<ChatAnswer['draft']>(visitor.fetch(path));
        return secrets.filter(({ isSet }) => isSet).length;
      },
    };
  },
};

export const attachFile: Deed = {
  name: 'a file is attached',
  async begin() {
    const visitor = new Visitor();
    const id = await newChat(visitor);
    let stored = '';
    return {
      ask: async () => {
        const answer = await upload(visitor, id, 'Opening hours: nine to five');
        if (answer.ok) stored = (await answer.clone().json<{ id: string }>()).id;
        return answer;
      },
      count: async () => {
        const read = await visitor.fetch(`/api/chats/${id}/attachments/${stored}`);
        return Number((await read.text()).includes('nine to five'));
      },
    };
  },
};

export const signIn: Deed = {
  name: 'somebody signs in',
  async begin() {
    const visitor = new Browser();
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    const token = await makeToken({ sub: newUid(), auth_time: authTime });
    return {
      ask: () => visitor.sync(token),
      count: async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await json<unknown[]>(visitor.fetch('/api/sessions', { headers }))).length;
      },
    };
  },
};

export const signOut: Deed = {
  name: 'somebody signs out',
  async begin() {
    const visitor = new Browser();
    await visitor.signIn({ sub: newUid() });
    const held = visitor.cookieHeader;
    return {
      ask: () => visitor.fetch('/api/session', { method: 'DELETE', headers: { cookie: held } }),
      count: async () => {
        const thief = new Browser();
        const headers = { cookie: held };
        return Number((await thief.fetch('/api/sessions', { headers })).status === 401);
      },
    };
  },
};

/** What is only looked at; it counts as done where the whole is shown. */
function look(name: string, at: (world: Awaited<ReturnType<typeof openDraft>>) => string): Deed {
  return {
    name,
    async begin() {
      const world = await openDraft();
      const ask = () => world.visitor.fetch(at(world));
      return { ask, count: async () => Number((await ask()).ok) };
    },
  };
}

export const openChat = look('a chat is opened', ({ chat }) => chat);
export const download = look('a project is downloaded', ({ path }) => `${path}/files.zip`);
export const readReport = look('a report is made', ({ path }) => `${path}/report`);

export const listChats: Deed = {
  name: 'chats are listed',
  async begin() {
    const { visitor } = await openDraft();
    return { ask: () => visitor.fetch('/api/chats'), count: () => countListed(visitor) };
  },
};
