import { initialize } from '../hosting/raw-session.workerd.ts';
import { CONNECTED_DOCUMENT, registerClient } from '../setup/connected-api.ts';
import { ORIGIN, Visitor } from '../setup/drafts.ts';
import { openDraft, type Deed } from './deeds.workerd.ts';

/** A tool that asks its user something, for which a client of 2025 needs a session. */
const ASKING = {
  edit: 'upsertTool',
  tool: {
    name: 'asking',
    enabled: true,
    inputSchema: { type: 'object' },
    action: {
      kind: 'code',
      source: `export default async (args, { elicit }) => {
        const answer = await elicit('Who?', { type: 'object', properties: {} });
        return answer === null ? 'nobody to ask' : 'asked';
      };`,
    },
  },
};

/** A client opens a session, which has an object of its own. */
export const openSession: Deed = {
  name: 'a session is opened',
  async begin() {
    const { visitor, draft } = await openDraft();
    await visitor.change(draft, { edits: [ASKING] });
    const headers = { authorization: `Bearer ${draft.token}` };
    const ask = () => initialize(new Visitor(), draft.endpoint, { elicitation: {} }, headers);
    const count = async () => {
      const answer = await ask();
      await answer.text();
      return Number(answer.ok && answer.headers.has('mcp-session-id'));
    };
    return { ask, count };
  },
};

/** A person goes to sign in at an API; the object of the connections remembers that. */
export const beginConnection: Deed = {
  name: 'a connection is begun',
  async begin() {
    const visitor = new Visitor();
    const draft = await visitor.submit(CONNECTED_DOCUMENT);
    const client = await registerClient(`${ORIGIN}/connect/callback`);
    for (const { name } of draft.secrets) {
      const value = name.endsWith('_CLIENT_ID') ? client.id : client.secret;
      if (name.endsWith('_REFRESH_TOKEN')) continue;
      await visitor.json('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value });
    }
    const [upstream] = 'upstreams' in draft.blueprint ? draft.blueprint.upstreams : [];
    const place = { upstream: upstream?.id ?? '', scheme: 'login' };
    const guest = visitor.cookie;
    const ask = async () => {
      const answer = await visitor.json('POST', `/api/drafts/${draft.id}/connections`, place);
      // Whoever is marked as the one who began is the guest all the same.
      visitor.cookie = guest;
      return answer;
    };
    return { ask, count: async () => Number((await ask()).ok) };
  },
};
