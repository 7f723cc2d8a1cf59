import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { connectClient } from '../../../setup/connect-client.ts';

import type { Asker } from './asker.ts';

const Draft = z.object({ id: z.string(), revision: z.number() });
const Chat = z.object({ id: z.string() });
const Project = z.object({ id: z.string(), slug: z.string() });
const Key = z.object({ token: z.string() });

/** Where the pet store of the tests answers. */
export const UPSTREAM = 'https://upstream.example.net';

const LONG_TITLE =
  'Internal procurement, invoicing and supplier-onboarding gateway for the northern subsidiaries';

/** Projects of one person. */
export interface SeededProjects {
  /** Two versions, published, called, with secrets and tests. */
  petstore: string;
  /** One version, never published; it has a long name and a long description. */
  long: string;
  /** The address of one whose callers give their own credential. */
  ownCredentials: string;
}

/** Makes and publishes projects, and calls one of them with a key. */
export async function seedProjects(asker: Asker, origin: string): Promise<SeededProjects> {
  const petstore = await seedPetstore(asker);
  await seedTests(asker, petstore);
  await callPetstore(asker, origin);
  return {
    petstore,
    long: await seedLong(asker),
    ownCredentials: await seedOwnCredentials(asker),
  };
}

async function seedPetstore(asker: Asker): Promise<string> {
  const document = readFileSync('tests/specs/petstore-3.0.json', 'utf8');
  const secure = document.replaceAll('http://petstore.swagger.io', UPSTREAM);
  const draft = await asker.ask(Draft, 'POST', '/api/drafts', secure);
  const { id } = await asker.ask(Project, 'POST', '/api/projects', {
    draft: draft.id,
    revision: draft.revision,
    title: 'Petstore',
    slug: 'petstore-team',
    message: 'All operations of the store',
  });
  const project = `/api/projects/${id}`;
  const chat = await asker.ask(Chat, 'POST', `${project}/versions/1/draft`, {});
  const changed = await asker.ask(Draft, 'GET', `/api/drafts/${chat.id}`);
  await say(asker, chat.id, 'Rename findPetsByStatus to find_pets');
  const { revision } = await asker.ask(Draft, 'GET', `/api/drafts/${chat.id}`);
  await asker.text('POST', `${project}/versions`, {
    draft: changed.id,
    revision,
    base: 1,
    message: 'A shorter name for the search',
  });
  await asker.text('POST', `${project}/publication`, { version: 1 });
  await asker.text('PUT', `${project}/secrets/live/SWAGGER_PETSTORE_API_KEY`, {
    value: 'a-key-of-the-store',
  });
  return id;
}

/** Says something in a chat, and waits for the whole answer. */
export async function say(asker: Asker, chat: string, text: string): Promise<void> {
  const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
  await asker.text('POST', `/api/chats/${chat}/turns`, { message });
}

async function seedTests(asker: Asker, project: string): Promise<void> {
  const path = `/api/projects/${project}`;
  const call = { tool: 'getPetById', upstream: 'any', arguments: { petId: 7 } };
  await asker.text('POST', `${path}/tests`, {
    ...call,
    name: 'A pet has a name',
    expect: { outcome: 'success', checks: [{ path: '$.name', is: 'present' }] },
  });
  await asker.text('POST', `${path}/tests`, {
    ...call,
    name: 'A pet that is for sale',
    expect: { outcome: 'success', checks: [{ path: '$.status', is: 'equals', value: 'sold' }] },
  });
  await asker.text('POST', `${path}/test-runs`, { target: { version: 2 }, environment: 'mock' });
}

async function callPetstore(asker: Asker, origin: string): Promise<void> {
  const { token } = await asker.ask(Key, 'POST', '/api/keys', {
    name: 'Laptop of Ada',
    projects: 'all',
  });
  await asker.text('POST', '/api/keys', {
    name: 'Deployment of the weekly report, with the right to manage',
    projects: 'all',
    mayManage: true,
    expiresInDays: null,
  });
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectClient(`${origin}/mcp/petstore-team`, 'modern', headers);
  for (const petId of [1, 2, 3, 404]) {
    await client.callTool({ name: 'getPetById', arguments: { petId } });
  }
  await client.callTool({ name: 'getInventory', arguments: {} });
  await client.close();
}

async function seedLong(asker: Asker): Promise<string> {
  const draft = await asker.ask(Draft, 'POST', '/api/drafts', {
    openapi: '3.1.0',
    info: { title: LONG_TITLE, version: '1' },
    servers: [{ url: 'https://procurement.internal.northern-subsidiaries.example.com/api/v3' }],
    paths: {
      '/suppliers/{supplierIdentificationNumber}/onboarding-documents': {
        get: {
          operationId: 'list_onboarding_documents_of_a_supplier_with_their_review_state',
          description: 'Lists every document that a supplier has handed in. '.repeat(8),
          parameters: [
            { name: 'supplierIdentificationNumber', in: 'path', required: true, schema: {} },
          ],
          responses: { 200: { description: 'The documents' } },
        },
      },
    },
  });
  const made = {
    draft: draft.id,
    revision: draft.revision,
    title: LONG_TITLE,
    slug: 'procurement-invoicing-and-supplier-onboarding',
  };
  return (await asker.ask(Project, 'POST', '/api/projects', made)).id;
}

/** An API whose key each caller brings along. */
async function seedOwnCredentials(asker: Asker): Promise<string> {
  const draft = await asker.ask(Draft, 'POST', '/api/drafts', {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    servers: [{ url: 'https://notes.example.net/api' }],
    paths: {
      '/notes': {
        get: {
          operationId: 'list_notes',
          description: 'Lists the notes of the caller, the newest first.',
          responses: { 200: { description: 'The notes' } },
        },
      },
    },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  });
  const Secrets = z.object({ secrets: z.array(z.object({ name: z.string() })) });
  const { secrets } = await asker.ask(Secrets, 'GET', `/api/drafts/${draft.id}`);
  const [secret] = secrets;
  if (!secret) throw new Error('The draft has no secret.');
  const edit = { edit: 'setSecret', name: secret.name, scope: 'caller' };
  const current = { 'if-match': '*' };
  await asker.text('PATCH', `/api/drafts/${draft.id}`, { edits: [edit] }, current);
  const { revision } = await asker.ask(Draft, 'GET', `/api/drafts/${draft.id}`);
  const made = { draft: draft.id, revision, title: 'Notes', slug: 'notes-of-callers' };
  const { id, slug } = await asker.ask(Project, 'POST', '/api/projects', made);
  await asker.text('POST', `/api/projects/${id}/publication`, { version: 1 });
  await asker.text('PATCH', `/api/projects/${id}`, { visibility: 'keys' });
  return slug;
}
