// Calls one tool of an artifact, in an isolate of its own or in this one.
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { callTool } from '#app/sandbox/call-tool.server.ts';

let artifact;
let definition;

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (request.method === 'POST') {
      artifact = await request.json();
      const { blueprint } = (await importDocument(artifact.document)).value;
      definition = toServerDefinition(blueprint, new Map());
      return Response.json({ tools: definition.tools.length });
    }
    // Another account has another isolate.
    const account = url.searchParams.get('account');
    const loadModules = async () => artifact.modules;
    const sandbox =
      account === null
        ? { kind: 'here', definition }
        : {
            kind: 'isolate',
            loader: env.LOADER,
            artifact: { hash: artifact.hash, account, loadModules },
          };
    const call = { name: 'getPetById', arguments: { petId: 10 } };
    const client = { ...QUIET_CLIENT, signal: new AbortController().signal };
    const context = { client, createEgress: 'mock', maxResultBytes: 200_000 };
    return Response.json(await callTool(sandbox, call, context));
  },
};
